// A plan: which methods to try on a kernel, in which order and with which expectation, and why not the others. Pure:
// the same methods and facts give the same plan. Proposers take it as a value.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "diagnose/axis_budget.h"
#include "diagnose/method.h"
#include "diagnose/method_assessment.h"
#include "diagnose/rule.h"
#include "util/text/json.h"

namespace whet {

struct PlannedMethod {
  Method method;
  Promise promise;
  std::vector<Evidence> evidence;  // the facts of its trigger
  bool passed_on = false;          // its slot was left over by another axis
};

struct SkippedMethod {
  std::string id;
  Axis axis = Axis::compute;
  int priority = 1;
  bool outranks = false;  // it has priority over a method of the plan on the same axis
  Skip skip;
  std::optional<double> expected =
      {};  // speed-up that it promises all the same: it lacks consent, a slot, or conflicts
};

// Which methods of the plan raise and which lower one resource.
struct ResourceEffect {
  std::vector<std::string> up, down;
};

struct Plan {
  Budget budget;
  std::vector<PlannedMethod> methods;  // in the order to try them
  std::vector<SkippedMethod> skipped;  // all others
  ResourceEffect registers, shared, occupancy;
  std::vector<std::string> warnings;  // resources that are short already and would be needed
};

struct PlanRequest {
  int slots = 6;
  std::vector<Consent> consents{k_consents.begin(), k_consents.end()};
  std::map<std::string, std::string> ruled_out;  // method and reason: "tried: 0.98x"
};

Plan make_plan(const std::vector<Method>& methods, const Facts& facts, const PlanRequest& request = {});

// Fails when the plan contradicts itself or the methods: see plan_validate.cpp. To be asked before work is spent on a
// plan that came from elsewhere.
Result<void> validate(const Plan& plan, const std::vector<Method>& methods);

Json to_json(const Plan& plan);

}  // namespace whet
