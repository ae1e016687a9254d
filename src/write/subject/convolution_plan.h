// Sums over several indices as one product of matrices: the terms of all of them are counted through by one index, and
// so are the elements of a side. An operand whose places do not follow is gathered.
//
//   y[i, f, p, q] = sum(c: sum(r: sum(s: inside ? x[i, c, p + r - 1, q + s - 1] * w[f, c, r, s] : 0)))
//     terms (c, r, s); row f; columns (p, q), or (i, p, q) where an image has few; left w; right x, gathered
#pragma once

#include "write/subject/contraction_plan.h"

namespace whet::write {

// An error says what else it is than such a sum.
Result<ContractionPlan> plan_convolution(const Subject& subject, const Nest& nest);

// plan_contraction, or else plan_convolution.
Result<ContractionPlan> plan_gathered_contraction(const Subject& subject, const Nest& nest);

}  // namespace whet::write
