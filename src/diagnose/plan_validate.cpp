// A plan is sound when
// - its budget adds up and is not exceeded, and the binding axis has the most slots;
// - every method is planned or skipped, once;
// - no two planned methods conflict, and each comes after those it must come after;
// - strengths lie in 0..1, expected speed-ups are at least 1, and every skipped method says why.
#include <algorithm>

#include "diagnose/plan.h"

namespace whet {

namespace {

Error unsound(std::string what) {
  return bad_input("the plan is unsound: " + std::move(what));
}

Result<void> check_budget(const Plan& plan) {
  if (plan.budget.axes.size() != k_axes.size()) return unsound("its budget does not name every axis");
  double shares = 0;
  for (const AxisBudget& axis : plan.budget.axes) shares += axis.share;
  if (!(shares > 0.999 && shares < 1.001)) return unsound("the shares of its axes do not add up to 1");
  const int most = plan.budget.of(plan.budget.binding()).slots;
  for (const AxisBudget& axis : plan.budget.axes) {
    if (axis.slots < 0 || axis.slots > most) return unsound("the binding axis does not have the most slots");
  }
  if (static_cast<int>(plan.methods.size()) > plan.budget.slots()) return unsound("it has more methods than slots");
  return {};
}

int occurrences(const Plan& plan, const std::string& id) {
  const auto planned = std::count_if(plan.methods.begin(), plan.methods.end(),
                                     [&](const PlannedMethod& method) { return method.method.id == id; });
  const auto skipped =
      std::count_if(plan.skipped.begin(), plan.skipped.end(), [&](const SkippedMethod& skip) { return skip.id == id; });
  return static_cast<int>(planned + skipped);
}

Result<void> check_completeness(const Plan& plan, const std::vector<Method>& methods) {
  for (const Method& method : methods) {
    if (occurrences(plan, method.id) != 1) return unsound("`" + method.id + "` is not planned or skipped exactly once");
  }
  if (plan.methods.size() + plan.skipped.size() != methods.size()) return unsound("it names an unknown method");
  for (const SkippedMethod& skip : plan.skipped) {
    if (skip.skip.why.empty()) return unsound("`" + skip.id + "` is skipped without a reason");
  }
  return {};
}

Result<void> check_pairs(const Plan& plan) {
  for (size_t i = 0; i < plan.methods.size(); ++i) {
    for (size_t j = i + 1; j < plan.methods.size(); ++j) {
      const Method &first = plan.methods[i].method, &second = plan.methods[j].method;
      if (in_conflict(first, second)) return unsound("`" + first.id + "` and `" + second.id + "` conflict");
      if (std::find(first.after.begin(), first.after.end(), second.id) != first.after.end()) {
        return unsound("`" + first.id + "` must come after `" + second.id + "`");
      }
    }
  }
  return {};
}

Result<void> check_promises(const Plan& plan) {
  for (const PlannedMethod& planned : plan.methods) {
    const Promise& promise = planned.promise;
    if (!(promise.strength >= 0 && promise.strength <= 1)) {
      return unsound("the strength of `" + planned.method.id + "` is not from 0 to 1");
    }
    if (promise.expected && !(*promise.expected >= 1)) {
      return unsound("the expected speed-up of `" + planned.method.id + "` is less than 1");
    }
  }
  return {};
}

}  // namespace

Result<void> validate(const Plan& plan, const std::vector<Method>& methods) {
  TRY_VOID(check_budget(plan));
  TRY_VOID(check_completeness(plan, methods));
  TRY_VOID(check_pairs(plan));
  return check_promises(plan);
}

}  // namespace whet
