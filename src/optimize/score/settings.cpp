#include "optimize/score/settings.h"

#include <cstdlib>

namespace whet {

namespace {

Json values_json(const std::map<std::string, int64_t>& values) {
  Json json = Json::object();
  for (const auto& [name, value] : values) json[name] = value;
  return json;
}

std::map<std::string, int64_t> values_from(const Json& json) {
  std::map<std::string, int64_t> values;
  if (!json.as_object()) return values;
  for (const auto& [name, value] : *json.as_object()) {
    if (value.as_integer()) values[name] = *value.as_integer();
  }
  return values;
}

}  // namespace

Json to_json(const OptimizeSettings& settings) {
  Json json = Json::object();
  json["device"] = settings.device;
  json["dims"] = values_json(settings.dims);
  json["seed"] = std::to_string(settings.seed);
  json["strategy"] = settings.strategy;
  json["batch"] = settings.batch;
  json["most_candidates"] = settings.most_candidates;
  json["most_seconds"] = settings.most_seconds;
  json["patience"] = settings.patience;
  json["enough_share"] = settings.enough_share;
  json["margin"] = settings.margin;
  json["declared"] = settings.declared;
  if (!settings.additions.empty()) json["compile"] = to_json(settings.additions);
  json["starts"] = json_array(settings.starts, values_json);
  return json;
}

Result<OptimizeSettings> settings_from(const Json& json) {
  OptimizeSettings settings;
  const auto text = [&](std::string_view name, std::string& into) {
    const Json* found = json.find(name);
    if (found && found->as_string()) into = *found->as_string();
  };
  const auto number = [&](std::string_view name, auto& into) {
    const Json* found = json.find(name);
    if (found && found->as_number()) into = static_cast<std::remove_reference_t<decltype(into)>>(*found->as_number());
  };
  if (!json.as_object()) return bad_input("the settings of the run are damaged");
  std::string seed = "1";
  text("device", settings.device);
  text("seed", seed);
  text("strategy", settings.strategy);
  settings.seed = std::strtoull(seed.c_str(), nullptr, 10);
  number("batch", settings.batch);
  number("most_candidates", settings.most_candidates);
  number("most_seconds", settings.most_seconds);
  number("patience", settings.patience);
  number("enough_share", settings.enough_share);
  number("margin", settings.margin);
  if (const Json* declared = json.find("declared"); declared && declared->as_bool())
    settings.declared = *declared->as_bool();
  if (const Json* dims = json.find("dims")) settings.dims = values_from(*dims);
  settings.additions = additions_from(json.find("compile"));
  if (const Json* starts = json.find("starts"); starts && starts->as_array()) {
    for (const Json& start : *starts->as_array()) settings.starts.push_back(values_from(start));
  }
  return settings;
}

}  // namespace whet
