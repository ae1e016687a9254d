// Conditions in a normal form: every comparison of integers is `0 <= polynomial` or `0 == polynomial`, a negation goes
// to the comparisons, a conjunction and a disjunction are sorted lists.
//
//   i < n    ->    0 <= n - i - 1            !(i < n)    ->    0 <= i - n
#pragma once

#include "lift/expression/arena.h"

namespace whet::lift {

Expr nonneg(Arena& arena, Expr e);        // 0 <= e
Expr zero(Arena& arena, Expr e);          // 0 == e
Expr less(Arena& arena, Expr a, Expr b);  // integers
Expr real_less(Arena& arena, Expr a, Expr b);
Expr real_equal(Arena& arena, Expr a, Expr b);
// Whether a kernel that asks finds a NaN: isnan(e) is 1. Nothing else in an expression knows of NaNs.
Expr not_a_number(Arena& arena, Expr e);

Expr negate(Arena& arena, Expr condition);
Expr both(Arena& arena, std::vector<Expr> conditions);
Expr either(Arena& arena, std::vector<Expr> conditions);
// The members of a conjunction; a condition that is none is its only member, and `true` has none.
std::vector<Expr> members(const Arena& arena, Expr condition);

// condition ? a : b. A choice of the greater or smaller of two floating-point values becomes a maximum or minimum.
Expr select(Arena& arena, Expr condition, Expr a, Expr b);

}  // namespace whet::lift
