#include "diagnose/plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet {

namespace {

constexpr double k_least_passed_on = 1.05;  // speed-up for which an axis takes a slot that another left over

SkippedMethod skipped_method(const Method& method, SkipReason reason, std::string why,
                             std::optional<double> expected = {}) {
  return {method.id, method.axis, method.priority, false, {reason, std::move(why)}, expected};
}

bool promises_more(const PlannedMethod& a, const PlannedMethod& b) {
  if (a.promise.score() != b.promise.score()) return a.promise.score() > b.promise.score();
  if (a.method.priority != b.method.priority) return a.method.priority < b.method.priority;
  return a.method.id < b.method.id;
}

std::vector<Evidence> evidence_of(const Method& method, const Facts& facts) {
  std::vector<Evidence> evidence;
  for (const std::string& name : method.trigger.identifiers()) {
    if (const auto found = facts.find(name); found != facts.end()) evidence.push_back({name, found->second});
  }
  return evidence;
}

std::optional<Skip> refused(const Method& method, const PlanRequest& request) {
  const auto& consents = request.consents;
  if (const auto found = request.ruled_out.find(method.id); found != request.ruled_out.end()) {
    return Skip{SkipReason::ruled_out, found->second};
  }
  const auto consent = method.needs.consent;
  if (!consent || std::find(consents.begin(), consents.end(), *consent) != consents.end()) return std::nullopt;
  return Skip{SkipReason::consent,
              fmt::format("changes {}, which needs consent ({})", consent_text(*consent), name_of(*consent))};
}

// Triggered methods, the most promising first; the others go to `out`.
std::vector<PlannedMethod> rank_candidates(const std::vector<Method>& methods, const Facts& facts,
                                           const PlanRequest& request, std::vector<SkippedMethod>& out) {
  std::vector<PlannedMethod> candidates;
  for (const Method& method : methods) {
    const auto outcome = assess(method, facts);
    const auto* promise = std::get_if<Promise>(&outcome);
    const auto refusal = refused(method, request);
    if (!promise) {
      const Skip& skip = std::get<Skip>(outcome);
      out.push_back(skipped_method(method, skip.reason, skip.why));
    } else if (refusal) {
      out.push_back(skipped_method(method, refusal->reason, refusal->why, promise->expected));
    } else {
      candidates.push_back({method, *promise, evidence_of(method, facts), false});
    }
  }
  std::sort(candidates.begin(), candidates.end(), promises_more);
  return candidates;
}

const PlannedMethod* opponent(const Plan& plan, const Method& method) {
  const auto found = std::find_if(plan.methods.begin(), plan.methods.end(),
                                  [&](const PlannedMethod& planned) { return in_conflict(planned.method, method); });
  return found == plan.methods.end() ? nullptr : &*found;
}

SkippedMethod conflicting(const PlannedMethod& candidate, const PlannedMethod& other) {
  return skipped_method(candidate.method, SkipReason::conflict, "not to be combined with " + other.method.id,
                        candidate.promise.expected);
}

int taken(const Plan& plan, Axis axis) {
  return static_cast<int>(std::count_if(plan.methods.begin(), plan.methods.end(),
                                        [&](const PlannedMethod& planned) { return planned.method.axis == axis; }));
}

// The most promising method of all has a slot on any axis.
bool has_slot(const Plan& plan, Axis axis) {
  if (static_cast<int>(plan.methods.size()) >= plan.budget.slots()) return false;
  return plan.methods.empty() || taken(plan, axis) < plan.budget.of(axis).slots;
}

std::string budget_text(const Plan& plan, Axis axis) {
  return fmt::format("{} accounts for {:.0f} % of the time and has {} of {} slots", axis_name(axis),
                     100 * plan.budget.of(axis).share, plan.budget.of(axis).slots, plan.budget.slots());
}

// Slots that an axis leaves free go to the most promising of the others.
void pass_on(std::vector<PlannedMethod> waiting, Plan& plan) {
  for (PlannedMethod& candidate : waiting) {
    const Method& method = candidate.method;
    const bool pays = candidate.promise.expected && *candidate.promise.expected >= k_least_passed_on;
    if (const PlannedMethod* other = opponent(plan, method)) {
      plan.skipped.push_back(conflicting(candidate, *other));
    } else if (pays && static_cast<int>(plan.methods.size()) < plan.budget.slots()) {
      candidate.passed_on = true;
      plan.methods.push_back(std::move(candidate));
    } else {
      plan.skipped.push_back(
          skipped_method(method, SkipReason::budget, budget_text(plan, method.axis), candidate.promise.expected));
    }
  }
}

void choose(std::vector<PlannedMethod> candidates, Plan& plan) {
  std::vector<PlannedMethod> waiting;
  for (PlannedMethod& candidate : candidates) {
    const Method& method = candidate.method;
    if (const PlannedMethod* other = opponent(plan, method)) {
      plan.skipped.push_back(conflicting(candidate, *other));
    } else if (has_slot(plan, method.axis)) {
      candidate.passed_on = taken(plan, method.axis) >= plan.budget.of(method.axis).slots;
      plan.methods.push_back(std::move(candidate));
    } else {
      waiting.push_back(std::move(candidate));
    }
  }
  pass_on(std::move(waiting), plan);
}

// Keeps the ranking, except that a method waits for those it comes after.
void order(std::vector<PlannedMethod>& methods) {
  std::vector<PlannedMethod> ordered;
  const auto waits = [&](const PlannedMethod& planned) {
    return std::any_of(methods.begin(), methods.end(), [&](const PlannedMethod& other) {
      const auto& after = planned.method.after;
      return std::find(after.begin(), after.end(), other.method.id) != after.end();
    });
  };
  while (!methods.empty()) {
    auto next = std::find_if_not(methods.begin(), methods.end(), waits);
    if (next == methods.end()) next = methods.begin();  // a circle: load_methods lets none through
    ordered.push_back(std::move(*next));
    methods.erase(next);
  }
  methods = std::move(ordered);
}

void add_effect(const std::string& id, Shift change, ResourceEffect& effect) {
  if (change == Shift::up) effect.up.push_back(id);
  if (change == Shift::down) effect.down.push_back(id);
}

bool known_positive(const Facts& facts, std::string_view name) {
  const auto found = facts.find(name);
  return found != facts.end() && found->second > 0;
}

void add_effects(const Facts& facts, Plan& plan) {
  for (const PlannedMethod& planned : plan.methods) {
    add_effect(planned.method.id, planned.method.resources.registers, plan.registers);
    add_effect(planned.method.id, planned.method.resources.shared, plan.shared);
    add_effect(planned.method.id, planned.method.resources.occupancy, plan.occupancy);
  }
  for (const std::string& id : plan.shared.up) {
    if (!known_positive(facts, "occupancy.by_shared")) break;
    plan.warnings.push_back(id + " takes shared memory, which limits occupancy already");
  }
  for (const std::string& id : plan.registers.up) {
    if (!known_positive(facts, "occupancy.by_registers") && !known_positive(facts, "kernel.spill_loads")) break;
    plan.warnings.push_back(id + " takes registers, which are short already");
  }
}

void mark_outranking(Plan& plan) {
  for (SkippedMethod& skip : plan.skipped) {
    skip.outranks = std::any_of(plan.methods.begin(), plan.methods.end(), [&](const PlannedMethod& planned) {
      return planned.method.axis == skip.axis && planned.method.priority > skip.priority;
    });
  }
}

}  // namespace

Plan make_plan(const std::vector<Method>& methods, const Facts& facts, const PlanRequest& request) {
  Plan plan;
  plan.budget = share_out(facts, request.slots);
  choose(rank_candidates(methods, facts, request, plan.skipped), plan);
  std::sort(plan.methods.begin(), plan.methods.end(), promises_more);
  order(plan.methods);
  add_effects(facts, plan);
  mark_outranking(plan);
  return plan;
}

}  // namespace whet
