// Why constraints leave nothing: the smallest set of them that cannot hold together.
#pragma once

#include <vector>

#include "search/space/constraint.h"

namespace whet::search {

// Places among `constraints`, which together allow nothing; no smaller number of them does. Sets that would take too
// long to decide count as possible.
std::vector<size_t> smallest_conflict(const std::vector<Axis>& axes, const std::vector<BoundConstraint>& constraints);

// "`A < 4` and `A > 8` cannot hold together".
Error conflict_error(const std::vector<Axis>& axes, const std::vector<BoundConstraint>& constraints);

}  // namespace whet::search
