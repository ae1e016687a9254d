// Maps of several sums, of which each is a product of matrices.
//
//   out[i, j] = act(sum(k: x[i, k] * v[k, j])) * sum(k: x[i, k] * w[k, j])
//     a gated layer: two sums that share an operand
#pragma once

#include "write/subject/nest.h"

namespace whet::write {

struct ProductsPlan {
  std::vector<Expr> sums;   // at least two, in the order in which statements need them
  lift::SpaceIndex column;  // along which the results of all of them are neighbours, where they can
};

// An error says what else it is than such maps.
Result<ProductsPlan> plan_products(const Subject& subject, const Nest& nest);

// The nest of one of the sums alone, as if the first statement stored it.
Nest nest_of_sum(const Nest& nest, Expr sum);

}  // namespace whet::write
