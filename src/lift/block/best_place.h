// The index that belongs to the greatest or smallest of several values, the least index of equal ones: what lanes of a
// warp and trees in shared memory find that compare pairs.
//
//   t < s and (v[t + s] > v[t] or (v[t + s] == v[t] and i[t + s] < i[t]))  ->  v[t] = v[t + s], i[t] = i[t + s]
//
// Each part of the pairs has an index of its own: element t + 32*k of the first k with the greatest x[t + 32*k]. It can
// be told which element that is as soon as all parts make one range again: argmax(k < n: x[k]). Until then it stays in
// expressions as a call.
#pragma once

#include <vector>

#include "lift/expression/arena.h"
#include "util/result.h"

namespace whet::lift {

// Whether the pair of `a` comes before that of `b`, in the forms that kernels ask in.
std::vector<Expr> is_better_pair(Arena& arena, Fold how, Expr a, Expr a_index, Expr b, Expr b_index);

// Over variable < count; `how` is maximum or minimum.
Expr best_place(Arena& arena, Fold how, Expr variable, Expr count, Expr value, Expr index);

// Whether it is such a call, or a pair in one.
bool is_of_best_place(const Arena& arena, Expr call);

// Without such calls. An error: the parts make no range.
Result<Expr> settle_places(Arena& arena, Expr e);

}  // namespace whet::lift
