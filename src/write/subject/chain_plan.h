// A product of matrices of which one operand is a map of another product.
//
//   out[b, i, j] = sum(h: act(sum(k: x[b, i, k] * v[k, h]) + p[h]) * w[h, j]) + q[j]
//     hidden values act(...), of row i and term h; `outer` is the product that has them as its left operand
// In gated layers they are maps of several sums.
#pragma once

#include "write/subject/contraction_plan.h"

namespace whet::write {

struct ChainPlan {
  ContractionPlan outer;
  bool is_left = true;  // the hidden values are the left operand
  size_t sums = 1;      // of which a hidden value is a map
  // The type of what hidden values are multiplied with, 16 bits wide, where they may be rounded to it: the original
  // does so, or the class of the results allows it.
  std::optional<ElementType> rounded = {};

  const ContractionOperand& hidden() const { return is_left ? outer.left : outer.right; }
  const ContractionOperand& other() const { return is_left ? outer.right : outer.left; }
};

// An error says what else it is than such a chain.
Result<ChainPlan> plan_chain(const Subject& subject, const Nest& nest);

}  // namespace whet::write
