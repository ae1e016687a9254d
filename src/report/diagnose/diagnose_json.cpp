#include "report/diagnose/diagnose_view.h"

namespace whet {

namespace {

Json texts_json(const std::vector<std::string>& texts) {
  return json_array(texts, [](const std::string& text) { return Json(text); });
}

Json bound_json(const BoundView& bound) {
  Json json = Json::object();
  json["resource"] = bound.resource;
  json["share"] = bound.share;
  json["sensitivity"] = bound.sensitivity;
  return json;
}

Json undecided_json(const Undecided& rule) {
  Json json = Json::object();
  json["rule"] = rule.rule;
  json["absent"] = texts_json(rule.absent);
  return json;
}

Json launch_diagnosis_json(const DiagnosedLaunch& launch) {
  Json json = Json::object();
  json["kernel"] = launch.kernel;
  json["collector"] = launch.collector;
  json["seconds"] = launch.seconds;
  json["origin"] = name_of(launch.origin);
  json["bound"] = launch.bound;
  json["bounds"] = json_array(launch.bounds, bound_json);
  json["actions"] = json_array(launch.actions, [](const ActionView& action) { return to_json(action); });
  json["undecided"] = json_array(launch.undecided, undecided_json);
  json["unseen"] = texts_json(launch.unseen);
  return json;
}

}  // namespace

Json to_json(const ActionView& action) {
  Json json = Json::object();
  json["rule"] = action.rule;
  json["finding"] = action.text;
  json["severity"] = action.severity;
  json["time_saved"] = action.rank;
  json["expected_speedup"] = action.expected();
  if (!action.place.empty()) json["place"] = action.place;
  if (!action.line.empty()) json["line"] = action.line;
  json["evidence"] = Json::object();
  for (const auto& [name, value] : action.evidence) json["evidence"][name] = value;
  json["try"] = texts_json(action.suggestions);
  if (!action.needs.empty()) json["needs"] = action.needs;
  if (!action.conflicts.empty()) json["conflicts"] = texts_json(action.conflicts);
  return json;
}

Json to_json(const DiagnoseView& view) {
  Json json = Json::object();
  json["problem"] = view.problem;
  json["device"] = view.device;
  json["gpu"] = view.gpu;
  json["case"] = view.case_name;
  json["dims"] = Json::object();
  for (const NamedNumber& number : view.dims) json["dims"][number.name] = number.value;
  json["notes"] = texts_json(view.notes);
  json["computes"] = texts_json(view.patterns);
  if (!view.ceiling.bounds.empty()) {
    json["ceiling"]["seconds"] = view.ceiling.seconds();
    json["ceiling"]["by"] = view.ceiling.bounds.front().name;
    json["ceiling"]["source"] = view.ceiling.bounds.front().source;
  }
  json["launches"] = json_array(view.launches, launch_diagnosis_json);
  return json;
}

}  // namespace whet
