// Factors that the terms of several sums have: a force that is multiplied with each component is computed once.
#pragma once

#include <vector>

#include "write/subject/reduction_plan.h"

namespace whet::write {

// Empty: not all are sums of products, or fewer than two factors are common.
std::vector<Expr> common_factors(const lift::Arena& arena, const std::vector<PlannedReduction>& reductions);
// The factors of the body besides these.
std::vector<Expr> factors_without(const lift::Arena& arena, Expr body, const std::vector<Expr>& common);

}  // namespace whet::write
