// Why constraints leave no configuration: the smallest set of them that cannot hold together.
#pragma once

#include <vector>

#include "search/space/constraint.h"

namespace whet::search {

// Indices of constraints that together allow nothing; no smaller set among the first 5,000 tried does. A set that takes
// too long to decide counts as satisfiable.
std::vector<size_t> smallest_conflict(const std::vector<Axis>& axes, const std::vector<BoundConstraint>& constraints);

// "`A < 4` and `A > 8` cannot hold together".
Error conflict_error(const std::vector<Axis>& axes, const std::vector<BoundConstraint>& constraints);

}  // namespace whet::search
