// Whether results hide an error of a few units of float's last place.
#pragma once

#include <vector>

#include "write/subject/subject.h"

namespace whet::write {

// All results are 16 bits wide and real, or floats made of `total`, a sum whose terms the problem's class rounds to the
// ten bits of tf32, and no quotient decides anything: nothing is compared with it or rounded to a whole number. Rough
// quotients and exponentials keep 16 bits of each result or more, up to exp(100): an error that such terms hide.
//
//   half(s / (1 + exp(-s)))      yes
//   float(s / (1 + exp(-s)))     where the class is tf32
//   half(floor(s / 3))           no: a quotient just below a whole number would give another one
bool are_results_rough(const Subject& subject, const std::vector<lift::Statement>& statements, Expr total);

// What a 16-bit result is before storing rounds it.
Expr before_rounding(const lift::Arena& arena, Expr e, ElementType stored);

}  // namespace whet::write
