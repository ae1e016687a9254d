// Whether what is stored hides an error of a few units of float's last place.
#pragma once

#include <vector>

#include "write/subject/subject.h"

namespace whet::write {

// All results are 16 bits wide and real, and no quotient decides anything: nothing is compared with it or rounded to a
// whole number.
//
//   half(s / (1 + exp(-s)))      yes
//   half(floor(s / 3))           no: a quotient just below a whole number would give another one
bool are_results_rough(const Subject& subject, const std::vector<lift::Statement>& statements);

// What a 16-bit result is before storing rounds it.
Expr before_rounding(const lift::Arena& arena, Expr e, ElementType stored);

}  // namespace whet::write
