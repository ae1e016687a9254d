// Rolling up what was unrolled: expressions that differ by a constant step become one with a variable.
#pragma once

#include <optional>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

// The expression that is `a` for step = 0 and `b` for step = 1, where they differ in integers alone.
//   generalise(x[4*i], x[4*i + 1], d)  =  x[4*i + d]
// Upwards: only where no integer of `b` is below that of `a`.
enum class Direction { up, any };
std::optional<Expr> generalise(Arena& arena, Expr a, Expr b, Expr step, Direction direction);

struct Rolled {
  Expr variable;  // 0 .. count-1
  int64_t count = 0;
  Expr body;
};
// All of the list as one expression, or nothing.
std::optional<Rolled> roll(Arena& arena, const std::vector<Expr>& list);

// Sums of many terms, most of which differ by a step, as reductions: what a loop over a local array leaves.
Expr rolled_sum(Arena& arena, Expr e);

}  // namespace whet::lift
