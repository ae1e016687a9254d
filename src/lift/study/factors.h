// The factors of what a reduction sums.
#pragma once

#include <vector>

#include "lift/study/statement_facts.h"

namespace whet::lift {

// Of a product of floating-point numbers or of integers; nothing: it is none.
std::vector<Expr> product_factors(Arena& arena, Expr e);

// The body of the reduction inside all others.
Expr innermost_body(Arena& arena, Expr body);

// Loads that are factors of what is summed and step with the variable of the sum.
std::vector<LoadFact> factors_in(Arena& arena, const ReductionFact& reduction);

}  // namespace whet::lift
