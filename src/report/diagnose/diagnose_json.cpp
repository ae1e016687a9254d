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

Json hot_line_json(const HotLineView& hot) {
  Json json = Json::object();
  json["place"] = hot.place;
  if (!hot.line.empty()) json["line"] = hot.line;
  json["share"] = hot.share;
  json["stalls"] = Json::object();
  for (const auto& [reason, share] : hot.stalls) json["stalls"][reason] = share;
  return json;
}

Json nvidia_json(const NvidiaAdviceView& advice) {
  Json json = Json::object();
  json["kind"] = advice.kind;
  json["rule"] = advice.rule;
  json["text"] = advice.text;
  if (advice.speedup_percent) json["estimated_speedup_percent"] = *advice.speedup_percent;
  if (advice.is_local) json["is_local"] = true;
  json["relation"] = advice.relation;
  json["whet_says"] = advice.remark;
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
  json["plan"] = to_json(launch.plan);
  json["in_code"] = texts_json(launch.in_code);
  json["costs_little"] = texts_json(launch.costs_little);
  if (launch.passes > 0) json["passes"] = launch.passes;
  if (!launch.hot.empty()) json["hot"] = json_array(launch.hot, hot_line_json);
  if (!launch.nvidia.empty()) json["nvidia"] = json_array(launch.nvidia, nvidia_json);
  json["undecided"] = json_array(launch.undecided, undecided_json);
  json["unseen"] = texts_json(launch.unseen);
  json["picture"] = to_json(launch.picture);
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
  json["methods"] = texts_json(action.methods);
  if (!action.skill.empty()) json["skill"] = action.skill;
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
    json["ceiling"]["origin"] = name_of(view.ceiling.bounds.front().origin);
  }
  json["reach"] = reach_json(view.reach);
  json["roofline"] = json_array(view.levels, [](const ReachablePart& part) { return to_json(part); });
  json["launches"] = json_array(view.launches, launch_diagnosis_json);
  return json;
}

}  // namespace whet
