// A mind as the user names it: anthropic:MODEL, openai:MODEL@URL, exec:COMMAND, none.
#pragma once

#include <string>
#include <string_view>

#include "util/result.h"

namespace whet {

enum class MindKind { none, anthropic, openai, exec };

struct MindSpec {
  MindKind kind = MindKind::none;
  std::string model;
  std::string address;  // without a slash at its end
  std::string command;

  // "anthropic:MODEL", "openai:MODEL", "exec:agent", "none": for reports and stores, without address and arguments,
  // where a secret may stand.
  std::string name() const;
  // The word before the colon, as prices use it.
  std::string kind_name() const;
  bool operator==(const MindSpec&) const = default;
};

// Errors say what to write. Plain http is for this machine alone, unless it is allowed.
Result<MindSpec> parse_mind_spec(std::string_view text, bool allows_plain_http = false);

}  // namespace whet
