#include "report/facts/specs_list_view.h"

#include <initializer_list>

#include "report/facts/fact_text.h"
#include "util/text.h"

namespace whet {

namespace {

// The first of the named facts that the sheet has; an unknown one if it has none of them.
Fact first_of(const FactSheet& sheet, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const Fact* fact = sheet.find(name)) return *fact;
  }
  return Fact{.name = std::string(*names.begin())};
}

Cell cell(const Fact& fact) {
  return {fact_text(fact.value, fact.unit), fact.known() ? Tone::plain : Tone::dim};
}

Json texts(const std::vector<std::string>& items) {
  return json_array(items, [](const std::string& item) { return Json(item); });
}

Json gpu_json(const SpecsListView::Gpu& gpu) {
  Json json = Json::object();
  json["id"] = gpu.id;
  json["name"] = gpu.name;
  json["capability"] = gpu.capability;
  json["aliases"] = texts(gpu.aliases);
  json["driver_names"] = texts(gpu.driver_names);
  json["facts"] = json_array(std::vector<Fact>{gpu.multiprocessors, gpu.memory, gpu.bandwidth}, fact_json);
  return json;
}

Json capability_json(const SpecsListView::Capability& capability) {
  Json json = Json::object();
  json["id"] = capability.id;
  json["name"] = capability.name;
  json["aliases"] = texts(capability.aliases);
  return json;
}

}  // namespace

SpecsListView collect_list(const std::vector<FactSheet>& gpus, const std::vector<FactSheet>& capabilities) {
  SpecsListView view;
  for (const FactSheet& sheet : gpus) {
    view.gpus.push_back({sheet.id, sheet.name, value_text(first_of(sheet, {"compute_capability", "gfx"}).value),
                         first_of(sheet, {"sm_count", "cu_count"}), first_of(sheet, {"memory_size"}),
                         first_of(sheet, {"memory_bandwidth"}), sheet.aliases, sheet.driver_names});
  }
  for (const FactSheet& sheet : capabilities) view.capabilities.push_back({sheet.id, sheet.name, sheet.aliases});
  return view;
}

void render(const SpecsListView& view, Canvas& canvas) {
  Table gpus{.header = {"GPU", "arch", "processors", "memory", "bandwidth", "also called"}};
  for (const SpecsListView::Gpu& gpu : view.gpus) {
    std::vector<std::string> names{gpu.name};
    names.insert(names.end(), gpu.aliases.begin(), gpu.aliases.end());
    gpus.rows.push_back({gpu.id,
                         gpu.capability,
                         cell(gpu.multiprocessors),
                         cell(gpu.memory),
                         cell(gpu.bandwidth),
                         {join(names, ", "), Tone::dim}});
  }
  canvas.heading("GPUs");
  canvas.table(gpus);
  canvas.blank();
  Table capabilities{.header = {"arch", "name", "also called"}};
  for (const SpecsListView::Capability& capability : view.capabilities) {
    capabilities.rows.push_back({capability.id, capability.name, {join(capability.aliases, ", "), Tone::dim}});
  }
  canvas.heading("Compute capabilities");
  canvas.table(capabilities);
}

Json to_json(const SpecsListView& view) {
  Json json = Json::object();
  json["origin"] = "sourced";
  json["gpus"] = json_array(view.gpus, gpu_json);
  json["capabilities"] = json_array(view.capabilities, capability_json);
  return json;
}

}  // namespace whet
