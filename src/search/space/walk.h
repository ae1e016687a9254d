// Depth-first walk through the configurations that satisfy constraints. A constraint is asked as soon as the last axis
// it speaks of is set, and axes of small constraints are set first, so that whole branches are left out early.
#pragma once

#include <functional>
#include <vector>

#include "search/space/constraint.h"
#include "search/space/random.h"

namespace whet::search {

enum class WalkEnd {
  complete,  // all were visited
  stopped,   // the visitor had enough
  cut,       // more steps than allowed
};

class Walk {
 public:
  // `constraints` must outlive the walk. With `random`, values are tried in random order at each step.
  Walk(const std::vector<Axis>& axes, std::vector<const BoundConstraint*> constraints);

  using Visitor = std::function<bool(ConfigurationView)>;  // false: enough
  WalkEnd run(const Visitor& visit, size_t most_steps, Random* random = nullptr) const;

 private:
  struct State;
  bool descend(State& state, size_t depth) const;
  bool allowed(const State& state, size_t depth) const;

  std::vector<size_t> sizes_;                                 // values of each axis
  std::vector<size_t> order_;                                 // axes in the order they are set
  std::vector<const BoundConstraint*> always_;                // that speak of no axis
  std::vector<std::vector<const BoundConstraint*>> decided_;  // at each depth
};

}  // namespace whet::search
