// Depth-first walk (backtracking) through the configurations that satisfy the constraints. A constraint is evaluated as
// soon as its last axis is set, and axes of small constraints are set first, so that whole branches are cut early.
#pragma once

#include <functional>
#include <vector>

#include "search/space/constraint.h"
#include "search/space/random.h"

namespace whet::search {

enum class WalkEnd {
  complete,  // all were visited
  stopped,   // the visitor returned false
  cut,       // the step limit was reached
};

class Walk {
 public:
  // `constraints` must outlive the walk. With `random`, values are tried in random order at each step.
  Walk(const std::vector<Axis>& axes, std::vector<const BoundConstraint*> constraints);

  using Visitor = std::function<bool(ConfigurationView)>;  // false: stop
  WalkEnd run(const Visitor& visit, size_t most_steps, Random* random = nullptr) const;

 private:
  struct State;
  bool descend(State& state, size_t depth) const;
  bool allowed(const State& state, size_t depth) const;

  std::vector<size_t> sizes_;                                 // number of values per axis
  std::vector<size_t> order_;                                 // axes in the order they are set
  std::vector<const BoundConstraint*> always_;                // constraints without an axis
  std::vector<std::vector<const BoundConstraint*>> decided_;  // constraints decided at each depth
};

}  // namespace whet::search
