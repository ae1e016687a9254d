#include <fmt/format.h>

#include <algorithm>

#include "report/canvas/number_text.h"
#include "report/diagnose/diagnose_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_methods_in_short = 3, k_skips_in_short = 3;

// "memory 62 %, latency 30 %, compute 8 % of the time"
std::string budget_line(const Budget& budget, bool detailed) {
  std::vector<AxisBudget> axes = budget.axes;
  std::stable_sort(axes.begin(), axes.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  std::vector<std::string> parts;
  for (const AxisBudget& axis : axes) {
    const std::string slots = detailed ? fmt::format(" ({} of {} methods)", axis.slots, budget.slots()) : "";
    parts.push_back(fmt::format("{} {}{}", axis_name(axis.axis), percent_text(axis.share), slots));
  }
  return join(parts, ", ") + " of the time";
}

std::string expected_text(const std::optional<double>& expected) {
  return expected ? fmt::format("expected {:.2f}x", *expected) : "expected gain not known";
}

// "registers up, occupancy down"; empty: nothing changes.
std::string resources_line(const MethodResources& resources) {
  std::vector<std::string> parts;
  const auto add = [&](const char* name, Shift change) {
    if (change != Shift::same) parts.push_back(fmt::format("{} {}", name, shift_name(change)));
  };
  add("registers", resources.registers);
  add("shared memory", resources.shared);
  add("occupancy", resources.occupancy);
  return join(parts, ", ");
}

std::string facts_line(const PlannedMethod& planned) {
  std::vector<std::string> parts;
  for (const Evidence& each : planned.evidence) parts.push_back(fmt::format("{} {:.3g}", each.fact, each.value));
  return join(parts, ", ");
}

void render_method(const PlannedMethod& planned, size_t number, bool detailed, Canvas& canvas) {
  const Method& method = planned.method;
  canvas.fact(number == 1 ? "methods" : "",
              {fmt::format("{}  {} ({}): {}", number, method.name, method.id, expected_text(planned.promise.expected)),
               {fmt::format(", strength {:.2f}", planned.promise.strength), Tone::dim}});
  canvas.fact("", {"   " + method.what});
  canvas.fact("", {"   because " + method.because});
  const std::string resources = resources_line(method.resources);
  if (!resources.empty()) canvas.fact("", {"   " + resources + ": " + method.resources.text});
  if (!detailed) return;
  for (const std::string& each : method.needs.text) canvas.fact("", {"   needs " + each});
  canvas.fact("", {{fmt::format("   {} · read whet skill {}", facts_line(planned), method.skill), Tone::dim}});
}

// What it would bring comes first; then what is said of the kernel, not of its facts.
int importance(const SkippedMethod& skip) {
  if (skip.expected) return 0;
  switch (skip.skip.reason) {
    case SkipReason::skip_rule:
    case SkipReason::precondition:
      return 1;
    case SkipReason::no_gain:
      return 2;
    default:
      return skip.outranks ? 3 : 4;
  }
}

std::vector<SkippedMethod> by_importance(const Plan& plan) {
  std::vector<SkippedMethod> skips = plan.skipped;
  std::stable_sort(skips.begin(), skips.end(), [](const SkippedMethod& a, const SkippedMethod& b) {
    if (importance(a) != importance(b)) return importance(a) < importance(b);
    return a.expected.value_or(1) > b.expected.value_or(1);
  });
  return skips;
}

void render_skips(const Plan& plan, bool detailed, Canvas& canvas) {
  size_t shown = 0;
  for (const SkippedMethod& skip : by_importance(plan)) {
    if (!detailed && (shown == k_skips_in_short || importance(skip) > 2)) break;
    const std::string promise = skip.expected ? fmt::format(" ({})", expected_text(skip.expected)) : "";
    canvas.fact(shown == 0 ? "left out" : "", {fmt::format("{}{}: {}", skip.id, promise, skip.skip.why)});
    ++shown;
  }
}

}  // namespace

void render_plan(const Plan& plan, bool detailed, Canvas& canvas) {
  if (plan.budget.axes.empty() || plan.budget.assumed) return;
  canvas.fact("plan", {budget_line(plan.budget, detailed)});
  const size_t shown = detailed ? plan.methods.size() : std::min(plan.methods.size(), k_methods_in_short);
  for (size_t i = 0; i < shown; ++i) render_method(plan.methods[i], i + 1, detailed, canvas);
  if (plan.methods.empty()) canvas.fact("methods", {"none that the facts call for"});
  if (plan.methods.size() > shown)
    canvas.fact("", {{fmt::format("and {} more", plan.methods.size() - shown), Tone::dim}});
  for (const std::string& warning : plan.warnings) canvas.fact("mind", {warning});
  render_skips(plan, detailed, canvas);
}

}  // namespace whet
