// What GPUs and compute capabilities are called: the index by which a lookup finds its one sheet.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet {

struct Name {
  std::string id;    // "h200": the sheet is gpus/h200.toml
  std::string name;  // "H200 SXM 141GB"
  std::vector<std::string> aliases;
  std::vector<std::string> driver_names;
};

struct Names {
  std::vector<Name> gpus;
  std::vector<Name> capabilities;
};

Result<Names> parse_names(std::string_view text, const std::string& file);

// The entry with this id, name, alias or driver name, exactly, case aside; nullptr when there is none.
const Name* find_gpu_name(const Names& names, std::string_view wanted);
// By id or alias: several capabilities share an architecture's name.
const Name* find_capability_name(const Names& names, std::string_view wanted);

// Ids of the entries that have a name like `wanted`, nearest first.
std::vector<std::string> near_ids(const std::vector<Name>& entries, std::string_view wanted, size_t count = 4);

}  // namespace whet
