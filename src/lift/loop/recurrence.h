// Values that depend on another value which the same loop carries, and still have a closed form.
#pragma once

#include <optional>

#include "lift/loop/carried.h"

namespace whet::lift {

struct Recurrence {
  Expr after;                       // when the loop was left
  std::optional<Expr> inside = {};  // at the start of a pass
};

// What the solver knows: updates in terms of the pass and of the symbols of values that are no inductions.
struct RecurrenceInput {
  const std::vector<Carried>& carried;
  const std::vector<Expr>& updates;  // of `carried`, in the same order
  const SolvedLoop& loop;
};

// m = max(m, x); s = s*exp(m before - m) + g      ->  s = sum(k: g with the final m)
std::optional<Recurrence> rescaled_sum(Arena& arena, const RecurrenceInput& in, size_t which);
// mean += (x - mean)/(k + 1)                       ->  sum(x)/n
std::optional<Recurrence> running_mean(Arena& arena, const RecurrenceInput& in, size_t which);
// d = x - mean; mean += d/(k + 1); m2 += d*(x - mean)  ->  sum((x - sum(x)/n)^2)
std::optional<Recurrence> running_squares(Arena& arena, const RecurrenceInput& in, size_t which);
// s = a*s + b, where neither depends on what is carried (polynomials, moving averages, sums that begin again)
std::optional<Recurrence> linear_recurrence(Arena& arena, const RecurrenceInput& in, size_t which);

// Whether it depends on a value that the loop carries.
bool holds_symbol(const Arena& arena, Expr e, const RecurrenceInput& in);
// Whether every value is better: a search for an extreme begins with it.
bool is_no_start(const Arena& arena, Expr e, bool greatest);

}  // namespace whet::lift
