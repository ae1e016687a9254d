#include "hardware/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "hardware/place.h"
#include "util/text.h"
#include "util/text/toml.h"

namespace whet {

namespace {

Result<std::vector<Name>> parse_entries(const TomlValue& root, std::string_view kind, const std::string& file) {
  const TomlValue* group = root.find(kind);
  if (!group || !group->as_table()) {
    return bad_input(fmt::format("there is no [{}] table", kind), place(file, root),
                     fmt::format("add [{}.<id>]", kind));
  }
  std::vector<Name> entries;
  for (const auto& [id, table] : *group->as_table()) {
    if (!table.as_table())
      return bad_input(fmt::format("`{}` is not a table", id), place(file, table), "write it as a table");
    TRY_VOID(check_keys(table, {"name", "aliases", "driver_names"}, file));
    TRY(name, required_string(table, "name", file));
    TRY(aliases, optional_strings(table, "aliases", file));
    TRY(driver_names, optional_strings(table, "driver_names", file));
    entries.push_back({id, name, aliases, driver_names});
  }
  return entries;
}

std::vector<std::string> spoken_names(const Name& entry) {
  std::vector<std::string> names{entry.id, entry.name};
  names.insert(names.end(), entry.aliases.begin(), entry.aliases.end());
  names.insert(names.end(), entry.driver_names.begin(), entry.driver_names.end());
  return names;
}

bool is_any_of(const std::string& wanted, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return lower(name) == wanted; });
}

}  // namespace

Result<Names> parse_names(std::string_view text, const std::string& file) {
  TRY(root, parse_toml(text, file));
  TRY_VOID(check_keys(root, {"gpus", "capabilities"}, file));
  TRY(gpus, parse_entries(root, "gpus", file));
  TRY(capabilities, parse_entries(root, "capabilities", file));
  return Names{gpus, capabilities};
}

const Name* find_gpu_name(const Names& names, std::string_view wanted) {
  for (const Name& entry : names.gpus) {
    if (is_any_of(lower(wanted), spoken_names(entry))) return &entry;
  }
  return nullptr;
}

const Name* find_capability_name(const Names& names, std::string_view wanted) {
  for (const Name& entry : names.capabilities) {
    if (entry.id == lower(wanted) || is_any_of(lower(wanted), entry.aliases)) return &entry;
  }
  return nullptr;
}

std::vector<std::string> near_ids(const std::vector<Name>& entries, std::string_view wanted, size_t count) {
  std::vector<std::string> spoken, ids;
  for (const Name& entry : entries) {
    for (const std::string& name : spoken_names(entry)) spoken.push_back(name);
  }
  for (const std::string& near : near_names(wanted, spoken, spoken.size())) {
    const auto owner = std::find_if(entries.begin(), entries.end(),
                                    [&](const Name& entry) { return is_any_of(lower(near), spoken_names(entry)); });
    const bool listed = std::find(ids.begin(), ids.end(), owner->id) != ids.end();
    if (!listed && ids.size() < count) ids.push_back(owner->id);
  }
  return ids;
}

}  // namespace whet
