// Values that are chosen by a condition though they are the same: elements of a tile that different threads stored.
#pragma once

#include <vector>

#include "lift/block/facts.h"
#include "lift/expression/substitute.h"

namespace whet::lift {

// Where the condition fixes an atom to a value, whether both are the same there.
bool same_where(Arena& arena, Expr condition, Expr a, Expr b);

// The value where the condition holds, else the other one. What both have in common is not told apart:
//   t == 0 ? (b > 0 ? x[b - 1] : 0) : x[b + t - 1]   ->   b + t <= 0 ? 0 : x[b + t - 1]
Expr told_apart(Arena& arena, Expr condition, Expr value, Expr other, const Facts& facts);

// The same for every choice in an expression, where the conditions are known to hold.
Expr without_same_branches(Arena& arena, Expr e, const std::vector<Expr>& known);

}  // namespace whet::lift
