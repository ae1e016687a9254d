// What lifting is asked for the kernel of a problem.
#pragma once

#include <vector>

#include "compile/compiler.h"
#include "lift/explain/explanation.h"
#include "problem/file/problem.h"

namespace whet {

// The kernel's PTX, name and parameters, and its launch at the first case. Of several launches the first is meant.
Result<lift::ExplainRequest> lift_order(const Problem& problem, Compiler& compiler);
// The same for every launch, in their order. All have the same PTX.
Result<std::vector<lift::ExplainRequest>> lift_orders(const Problem& problem, Compiler& compiler);

}  // namespace whet
