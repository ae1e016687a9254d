// Maps of two sums of products that share their left operand, as gated layers are: a product whose columns have two
// sums each.
//
//   out[i, j] = act(sum(k: x[i, k] * v[k, j])) * sum(k: x[i, k] * w[k, j])
//     left x; right v and, as the further sum's, w
#pragma once

#include "write/subject/contraction_plan.h"

namespace whet::write {

// The plan of the first sum with the statements of both; ContractionPlan::further is there. Operands are elements as
// they are in memory, of one type and those of both sums in the same order. An error says what else it is.
Result<ContractionPlan> plan_shared_left(const Subject& subject, const Nest& nest);

}  // namespace whet::write
