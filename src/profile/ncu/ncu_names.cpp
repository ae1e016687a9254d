#include "profile/ncu/ncu_names.h"

#include <optional>

#include "util/text/toml.h"

namespace whet {

namespace {

constexpr std::string_view k_path = "profile/ncu_names.toml";

std::optional<NcuQuantity> quantity_named(std::string_view name) {
  for (int i = 0; i < k_ncu_quantities; ++i) {
    if (name == name_of(static_cast<NcuQuantity>(i))) return static_cast<NcuQuantity>(i);
  }
  return std::nullopt;
}

Result<NcuQuantity> quantity_at(std::string_view name, const std::string& place) {
  if (const auto quantity = quantity_named(name)) return *quantity;
  std::string known;
  for (int i = 0; i < k_ncu_quantities; ++i) known += std::string(i ? ", " : "") + name_of(static_cast<NcuQuantity>(i));
  return bad_input("there is no quantity `" + std::string(name) + "`", place, "use one of " + known);
}

std::string place_of(const TomlValue& value, const std::string& file) {
  return file + ":" + std::to_string(value.line);
}

Result<NcuMetricName> read_metric(const TomlValue& table, const std::string& file) {
  TRY_VOID(check_keys(table, {"name", "counts", "shown", "same"}, file));
  NcuMetricName metric;
  TRY(name, required_string(table, "name", file));
  TRY(counts, required_string(table, "counts", file));
  TRY(quantity, quantity_at(counts, place_of(*table.find("counts"), file)));
  TRY(shown, optional_strings(table, "shown", file));
  TRY(same, optional_strings(table, "same", file));
  return NcuMetricName{name, quantity, shown, same};
}

Result<const TomlArray*> list_at(const TomlValue& value, const std::string& key, const std::string& file) {
  if (const TomlArray* list = value.as_array()) return list;
  return bad_input("`" + key + "` is no list", place_of(value, file));
}

}  // namespace

Result<NcuNames> NcuNames::load(const Knowledge& knowledge) {
  TRY(text, knowledge.read(k_path));
  return parse(text, "knowledge/" + std::string(k_path));
}

Result<NcuNames> NcuNames::parse(std::string_view text, const std::string& file) {
  TRY(root, parse_toml(text, file));
  NcuNames names;
  for (const auto& [key, value] : *root.as_table()) {
    if (key == "metric") {
      TRY(metrics, list_at(value, key, file));
      for (const TomlValue& table : *metrics) {
        TRY(metric, read_metric(table, file));
        TRY_VOID(names.add(metric, place_of(table, file)));
      }
      continue;
    }
    // Metrics that no header of the details page shows, listed by what they count.
    TRY(quantity, quantity_at(key, place_of(value, file)));
    TRY(listed, list_at(value, key, file));
    for (const TomlValue& name : *listed) {
      if (!name.as_string()) return bad_input("`" + key + "` must list names of metrics", place_of(name, file));
      TRY_VOID(names.add({*name.as_string(), quantity, {}, {}}, place_of(name, file)));
    }
  }
  return names;
}

Result<void> NcuNames::add(NcuMetricName name, const std::string& place) {
  if (name.name.find("__") == name.name.npos) return bad_input("`" + name.name + "` is no name of a metric", place);
  if (names_.contains(name.name)) return bad_input("`" + name.name + "` is listed twice", place);
  for (const std::string& shown : name.shown) {
    for (const NcuMetricName* other : shown_as(shown)) {
      if (other->quantity == name.quantity) {
        return bad_input("`" + shown + "` already stands for `" + other->name + "`", place);
      }
    }
    shown_.emplace(shown, name.name);
  }
  names_.emplace(name.name, std::move(name));
  return {};
}

const NcuMetricName* NcuNames::find(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : &found->second;
}

std::vector<const NcuMetricName*> NcuNames::shown_as(std::string_view shown) const {
  std::vector<const NcuMetricName*> found;
  for (auto [at, end] = shown_.equal_range(shown); at != end; ++at) {
    if (const NcuMetricName* name = find(at->second)) found.push_back(name);
  }
  return found;
}

}  // namespace whet
