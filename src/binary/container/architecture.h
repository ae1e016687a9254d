// A GPU architecture as compilers and cubins name it: sm_90a is {90, 'a'}.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace whet {

struct Architecture {
  int sm = 0;       // 75, 80, 86, 89, 90, 100, 120: major * 10 + minor
  char suffix = 0;  // 'a': architecture-specific, 'f': family, 0: none

  bool operator==(const Architecture&) const = default;
  // "sm_90a"
  std::string name() const;
  // "compute_90a", what PTX is generated for
  std::string virtual_name() const;
  // "9.0", the name of its hardware facts
  std::string capability() const;
};

// "sm_90a", "compute_90", "90a" or "9.0"; nothing for anything else.
std::optional<Architecture> parse_architecture(std::string_view text);

}  // namespace whet
