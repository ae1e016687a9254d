#include "search/space/walk.h"

#include <algorithm>
#include <numeric>

namespace whet::search {

namespace {

// Orders the axes so that constraints are decided early: the next one is always the constraint with the fewest unset
// axes. Axes without constraints come last, as declared.
std::vector<size_t> axis_order(size_t axes, std::vector<const BoundConstraint*> constraints) {
  std::vector<size_t> order;
  std::vector<bool> set(axes);
  const auto missing = [&](const BoundConstraint* constraint) {
    return std::count_if(constraint->scope().begin(), constraint->scope().end(),
                         [&](size_t axis) { return !set[axis]; });
  };
  const auto take = [&](size_t axis) {
    if (!set[axis]) order.push_back(axis);
    set[axis] = true;
  };
  while (!constraints.empty()) {
    const auto next = std::min_element(constraints.begin(), constraints.end(),
                                       [&](const auto* a, const auto* b) { return missing(a) < missing(b); });
    for (const size_t axis : (*next)->scope()) take(axis);
    constraints.erase(next);
  }
  for (size_t axis = 0; axis < axes; ++axis) take(axis);
  return order;
}

}  // namespace

struct Walk::State {
  const Visitor& visit;
  size_t steps_left;
  Random* random;
  Configuration configuration;
  bool cut = false;
};

Walk::Walk(const std::vector<Axis>& axes, std::vector<const BoundConstraint*> constraints) {
  for (const Axis& axis : axes) sizes_.push_back(axis.values.size());
  order_ = axis_order(axes.size(), constraints);
  decided_.resize(axes.size());
  std::vector<size_t> depth_of(axes.size());
  for (size_t depth = 0; depth < order_.size(); ++depth) depth_of[order_[depth]] = depth;
  for (const BoundConstraint* constraint : constraints) {
    size_t last = 0;
    for (const size_t axis : constraint->scope()) last = std::max(last, depth_of[axis]);
    (constraint->scope().empty() ? always_ : decided_[last]).push_back(constraint);
  }
}

bool Walk::allowed(const State& state, size_t depth) const {
  return std::all_of(decided_[depth].begin(), decided_[depth].end(),
                     [&](const BoundConstraint* constraint) { return constraint->holds(state.configuration); });
}

// Returns false when the walk is over.
bool Walk::descend(State& state, size_t depth) const {
  if (depth == order_.size()) return state.visit(state.configuration);
  const size_t axis = order_[depth];
  std::vector<uint16_t> places;  // in random order; empty: as listed
  if (state.random) {
    places.resize(sizes_[axis]);
    std::iota(places.begin(), places.end(), uint16_t{0});
    state.random->shuffle(places);
  }
  for (size_t i = 0; i < sizes_[axis]; ++i) {
    if (state.steps_left-- == 0) {
      state.cut = true;
      return false;
    }
    state.configuration[axis] = places.empty() ? static_cast<uint16_t>(i) : places[i];
    if (allowed(state, depth) && !descend(state, depth + 1)) return false;
  }
  return true;
}

WalkEnd Walk::run(const Visitor& visit, size_t most_steps, Random* random) const {
  for (const BoundConstraint* constraint : always_) {
    if (!constraint->holds({})) return WalkEnd::complete;
  }
  State state{visit, most_steps, random, Configuration(sizes_.size())};
  if (descend(state, 0)) return WalkEnd::complete;
  return state.cut ? WalkEnd::cut : WalkEnd::stopped;
}

}  // namespace whet::search
