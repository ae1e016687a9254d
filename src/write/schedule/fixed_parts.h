// Parts of an expression that are known before a loop begins, so that they are computed once.
#pragma once

#include <vector>

#include "write/subject/nest.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

// The largest floating-point parts of `root` that need nothing but what is bound. Loads and reductions that are not
// bound are not looked into.
std::vector<Expr> fixed_parts(const Subject& subject, const CudaExpression& text, Expr root);

}  // namespace whet::write
