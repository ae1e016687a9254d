// What lifting is asked for the kernel of a problem.
#pragma once

#include "compile/compiler.h"
#include "lift/explain/explanation.h"
#include "problem/file/problem.h"

namespace whet {

// The kernel's PTX, name and parameters, and its launch at the first case. The problem makes one launch.
Result<lift::ExplainRequest> lift_order(const Problem& problem, Compiler& compiler);

}  // namespace whet
