#include "diagnose/plan.h"

namespace whet {

namespace {

Json names_json(const std::vector<std::string>& names) {
  return json_array(names, [](const std::string& name) { return Json(name); });
}

Json budget_json(const AxisBudget& axis) {
  Json json = Json::object();
  json["axis"] = axis_name(axis.axis);
  json["share"] = axis.share;
  json["slots"] = axis.slots;
  return json;
}

Json evidence_json(const Evidence& evidence) {
  Json json = Json::object();
  json["fact"] = evidence.fact;
  json["value"] = evidence.value;
  return json;
}

Json shift_json(const ExpectedShift& shift) {
  Json json = Json::object();
  json["fact"] = shift.fact;
  json["change"] = shift_name(shift.change);
  return json;
}

Json resources_json(const MethodResources& resources) {
  Json json = Json::object();
  json["registers"] = shift_name(resources.registers);
  json["shared"] = shift_name(resources.shared);
  json["occupancy"] = shift_name(resources.occupancy);
  json["text"] = resources.text;
  return json;
}

Json planned_json(const PlannedMethod& planned) {
  const Method& method = planned.method;
  Json json = Json::object();
  json["id"] = method.id;
  json["axis"] = axis_name(method.axis);
  json["name"] = method.name;
  json["priority"] = method.priority;
  json["what"] = method.what;
  json["preconditions"] = names_json(method.needs.text);
  json["consent"] = method.needs.consent ? Json(name_of(*method.needs.consent)) : Json();
  json["trigger"] = method.trigger.text();
  json["evidence"] = json_array(planned.evidence, evidence_json);
  json["strength"] = planned.promise.strength;
  json["acts_on"] = planned.promise.acts_on;
  json["gain"] = planned.promise.gain;
  json["expected_speedup"] = planned.promise.expected;
  json["because"] = method.because;
  json["expects"] = json_array(method.expects, shift_json);
  json["resources"] = resources_json(method.resources);
  json["signature"] = method.signature.empty() ? Json() : Json(method.signature);
  json["skill"] = method.skill;
  json["passed_on"] = planned.passed_on;
  return json;
}

Json skipped_json(const SkippedMethod& skipped) {
  Json json = Json::object();
  json["id"] = skipped.id;
  json["axis"] = axis_name(skipped.axis);
  json["priority"] = skipped.priority;
  json["outranks"] = skipped.outranks;
  json["reason"] = skip_reason_name(skipped.skip.reason);
  json["why"] = skipped.skip.why;
  json["expected_speedup"] = skipped.expected;
  return json;
}

Json effect_json(const ResourceEffect& effect) {
  Json json = Json::object();
  json["up"] = names_json(effect.up);
  json["down"] = names_json(effect.down);
  return json;
}

}  // namespace

Json to_json(const Plan& plan) {
  Json json = Json::object();
  json["binding"] = plan.budget.axes.empty() ? Json() : Json(axis_name(plan.budget.binding()));
  json["budget_assumed"] = plan.budget.assumed;
  json["budget"] = json_array(plan.budget.axes, budget_json);
  json["methods"] = json_array(plan.methods, planned_json);
  json["skipped"] = json_array(plan.skipped, skipped_json);
  json["registers"] = effect_json(plan.registers);
  json["shared"] = effect_json(plan.shared);
  json["occupancy"] = effect_json(plan.occupancy);
  json["warnings"] = names_json(plan.warnings);
  return json;
}

}  // namespace whet
