// The source of a hardware fact.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"
#include "util/text/toml.h"

namespace whet {

struct Source {
  std::string id;  // "S20"
  std::string title;
  std::string section;  // place in the source
  std::string address;  // empty when it has none
  std::string kind;     // "vendor-primary"
  std::string trust;    // "high: ..."
};

Result<std::vector<Source>> parse_sources(std::string_view text, const std::string& file);

// Reads only the ids, from the lines "[S20]": a lookup of one GPU checks its sources without parsing their titles.
using SourceIds = std::vector<std::string>;
SourceIds scan_source_ids(std::string_view text);

// The table's `source`; it is an error when it is missing or not in `known`.
Result<std::string> read_source(const TomlValue& table, const SourceIds& known, const std::string& file);

}  // namespace whet
