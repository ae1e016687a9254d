#include "diagnose/axis_budget.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace whet {

namespace {

constexpr double k_negligible_share = 0.1;

std::vector<std::string_view> bounds_of(Axis axis) {
  switch (axis) {
    case Axis::compute:
      return {"bound.compute"};
    case Axis::memory:
      return {"bound.memory"};
    case Axis::latency:
      return {"bound.latency", "bound.launch", "bound.tail"};
  }
  return {};
}

double bound_share(Axis axis, const Facts& facts) {
  double sum = 0;
  for (const std::string_view name : bounds_of(axis)) {
    const auto found = facts.find(name);
    if (found != facts.end() && std::isfinite(found->second)) sum += std::clamp(found->second, 0.0, 1.0);
  }
  return sum;
}

// Largest remainders: every axis gets the whole part of its due, and what is left goes to the largest fractions. A
// larger share never gets fewer slots than a smaller one.
void give_slots(Budget& budget, int slots) {
  double counted = 0;
  for (const AxisBudget& axis : budget.axes) counted += axis.share < k_negligible_share ? 0 : axis.share;
  std::vector<std::pair<double, AxisBudget*>> fractions;
  int left = slots;
  for (AxisBudget& axis : budget.axes) {
    if (axis.share < k_negligible_share) continue;
    const double due = slots * axis.share / counted;
    axis.slots = static_cast<int>(due);
    left -= axis.slots;
    fractions.push_back({due - axis.slots, &axis});
  }
  std::stable_sort(fractions.begin(), fractions.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second->share > b.second->share;
  });
  for (size_t i = 0; left > 0; i = (i + 1) % fractions.size(), --left) ++fractions[i].second->slots;
}

}  // namespace

int Budget::slots() const {
  return std::accumulate(axes.begin(), axes.end(), 0, [](int sum, const AxisBudget& axis) { return sum + axis.slots; });
}

Axis Budget::binding() const {
  return std::max_element(axes.begin(), axes.end(), [](const auto& a, const auto& b) { return a.share < b.share; })
      ->axis;
}

Budget share_out(const Facts& facts, int slots) {
  Budget budget;
  double total = 0;
  for (const Axis axis : k_axes) {
    budget.axes.push_back({axis, bound_share(axis, facts), 0});
    total += budget.axes.back().share;
  }
  budget.assumed = total <= 0;
  for (AxisBudget& axis : budget.axes) axis.share = budget.assumed ? 1.0 / k_axes.size() : axis.share / total;
  give_slots(budget, std::max(0, slots));
  return budget;
}

}  // namespace whet
