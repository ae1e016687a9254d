#include "report/facts/specs_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hardware/ceilings.h"
#include "report/facts/fact_text.h"
#include "util/text.h"

namespace whet {

namespace {

// "50 (S12, S14), 52 (S3)": the other values with their sources.
std::string others_text(const std::vector<Conflict>& conflicts) {
  std::vector<std::pair<std::string, std::string>> sources_of_value;
  for (const Conflict& conflict : conflicts) {
    const std::string value = value_text(conflict.value);
    const auto same = std::find_if(sources_of_value.begin(), sources_of_value.end(),
                                   [&](const auto& entry) { return entry.first == value; });
    if (same == sources_of_value.end())
      sources_of_value.emplace_back(value, conflict.source);
    else
      same->second += ", " + conflict.source;
  }
  std::vector<std::string> others;
  for (const auto& [value, sources] : sources_of_value) others.push_back(value + " (" + sources + ")");
  return join(others, ", ");
}

// The value, and in a few words why it is unknown, that it was computed, or which sources disagree.
Cell value_cell(const Fact& fact) {
  std::string text = fact_text(fact.value, fact.unit);
  if (!fact.known()) return {text + (fact.note.empty() ? "" : ": " + fact.note), Tone::dim};
  if (!fact.derived.empty()) text += ", derived";
  if (!fact.conflicts.empty()) text += "; others say " + others_text(fact.conflicts);
  return text;
}

Table fact_table(const FactSheet& sheet) {
  Table table{.header = {"fact", "source", "value"}};
  for (const Fact& fact : sheet.facts) table.rows.push_back({fact.name, {fact.source, Tone::dim}, value_cell(fact)});
  return table;
}

std::string spoken(const FactSheet& sheet) {
  std::vector<std::string> names{sheet.id};
  names.insert(names.end(), sheet.aliases.begin(), sheet.aliases.end());
  names.insert(names.end(), sheet.driver_names.begin(), sheet.driver_names.end());
  return join(names, ", ");
}

std::string balance_text(const std::vector<BalancePoint>& balance) {
  std::vector<std::string> parts;
  for (const BalancePoint& point : balance)
    parts.push_back(fmt::format("{} {:.1f}", point.math, point.operations_per_byte));
  return join(parts, ", ") + " operations a byte of DRAM (peak / memory_bandwidth)";
}

Json sheet_json(const FactSheet& sheet) {
  const auto text = [](const std::string& name) { return Json(name); };
  Json json = Json::object();
  json["id"] = sheet.id;
  json["name"] = sheet.name;
  json["aliases"] = json_array(sheet.aliases, text);
  json["driver_names"] = json_array(sheet.driver_names, text);
  json["facts"] = json_array(sheet.facts, fact_json);
  return json;
}

}  // namespace

std::string capability_title(const std::string& id) {
  return id.starts_with("gfx") ? id : "compute capability " + id;
}

SpecsView collect_specs(const Gpu& gpu) {
  SpecsView view{gpu.product, gpu.capability, {}};
  const Ceilings limits = ceilings(gpu);
  for (const Math math : k_all_math) {
    if (const auto balance = limits.balance(math)) view.balance.push_back({std::string(math_name(math)), *balance});
  }
  return view;
}

SpecsView collect_specs(const FactSheet& capability) {
  return {std::nullopt, capability, {}};
}

void render(const SpecsView& view, Canvas& canvas) {
  const std::string architecture = view.capability.name + ", " + capability_title(view.capability.id);
  if (view.gpu) {
    canvas.heading(view.gpu->name, 1, spoken(*view.gpu));
    canvas.table(fact_table(*view.gpu));
    if (!view.balance.empty()) canvas.fact("balance", {balance_text(view.balance)});
    canvas.blank();
    canvas.heading(architecture);
  } else {
    canvas.heading(architecture, 1, spoken(view.capability));
  }
  canvas.table(fact_table(view.capability));
  canvas.blank();
  const std::string id = view.gpu ? view.gpu->id : view.capability.id;
  canvas.line({{fmt::format("next: whet specs {0} --why FACT · whet specs {0} --measured", id), Tone::dim}});
}

Json to_json(const SpecsView& view) {
  Json json = Json::object();
  json["origin"] = "sourced";
  json["gpu"] = view.gpu ? sheet_json(*view.gpu) : Json();
  json["capability"] = sheet_json(view.capability);
  json["balance"] = json_array(view.balance, [](const BalancePoint& point) {
    Json item = Json::object();
    item["math"] = point.math;
    item["operations_per_byte"] = point.operations_per_byte;
    return item;
  });
  return json;
}

}  // namespace whet
