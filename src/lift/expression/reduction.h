// Reductions over a range: sum(k < count: body). Ranges start at 0 and step by 1; order does not matter.
#pragma once

#include <optional>

#include "lift/expression/arena.h"

namespace whet::lift {

// A reduction whose variable is free.
struct OpenReduction {
  Fold how = Fold::sum;
  Expr variable;  // of kind variable
  Expr count, body;
};
OpenReduction open_reduction(Arena& arena, Expr reduction);

// Binds the variable. The normal form counts upwards in memory, joins a reduction of reductions over the parts of a
// range, and makes a reduction of terms that differ by a step:
//   sum(k < n: sum(j < 4: x[4*k + j]))  ->  sum(k < 4*n: x[k])      sum(k < n: x[2*k] + x[2*k + 1])  ->  sum(k < 2*n:
//   x[k])
Expr close_reduction(Arena& arena, OpenReduction open);

// `e` where divisions are simpler because the variable is not negative and below the constant count.
Expr divide_below(Arena& arena, Expr e, Expr variable, int64_t count);

// What does not change a value that it is combined with.
Expr identity(Arena& arena, Fold how, bool of_integers);

// a + b where b is the reduction of what follows the range of a, and that range cannot be longer than both: sum(k < m:
// x[k]) + sum(k < n: x[k + m]).
std::optional<Expr> join_ranges(Arena& arena, Expr a, Expr b);

// How often a loop runs that goes from `from` below `to`: the quotient rounded up.
Expr trip_count(Arena& arena, Expr from, Expr to, Expr step);

}  // namespace whet::lift
