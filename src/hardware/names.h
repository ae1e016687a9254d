// Names of GPUs and compute capabilities: the index that leads a lookup to its sheet.
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

// The entry with exactly this id, name, alias or driver name, ignoring case; nullptr when there is none.
const Name* find_gpu_name(const Names& names, std::string_view wanted);
// By id or alias only, because several capabilities share an architecture's name.
const Name* find_capability_name(const Names& names, std::string_view wanted);

// Ids of the entries with names similar to `wanted`, nearest first.
std::vector<std::string> near_ids(const std::vector<Name>& entries, std::string_view wanted, size_t count = 4);

}  // namespace whet
