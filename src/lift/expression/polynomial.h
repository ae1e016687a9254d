// Integers as polynomials over atoms, in a normal form: terms sorted by their atoms, none with coefficient 0.
//
//   4*(i + 1) - i + 2*j*n    ->    3*i + 2*j*n + 4
#pragma once

#include <optional>

#include "lift/expression/arena.h"

namespace whet::lift {

Expr integer(Arena& arena, int64_t value);
std::optional<int64_t> constant(const Arena& arena, Expr e);

// The terms of any integer expression: an atom is one term.
std::vector<Term> terms_of(const Arena& arena, Expr e);
// In any order, with repetitions.
Expr polynomial(Arena& arena, std::vector<Term> terms);

Expr add(Arena& arena, Expr a, Expr b);
Expr subtract(Arena& arena, Expr a, Expr b);
Expr multiply(Arena& arena, Expr a, Expr b);
Expr scale(Arena& arena, Expr a, int64_t factor);

// a/b where every term of `a` divides by `b`, which is a constant or has a single term; or `a` itself.
std::optional<Expr> divide_exactly(Arena& arena, Expr a, Expr b);
// Rounded towards zero as in C; (x/a)/b is x/(a*b), and (a*q + r)/a is q + r/a where nothing is negative.
Expr quotient(Arena& arena, Expr a, Expr b);
Expr remainder(Arena& arena, Expr a, Expr b);

// e = coefficient * variable + rest, where neither contains the variable.
struct Linear {
  Expr coefficient, rest;
};
std::optional<Linear> linear_in(Arena& arena, Expr e, Expr variable);

// Whether it is a - b*(a/b), plus what cannot be negative: the rest of a range of which whole parts were taken.
bool is_rest_of_division(Arena& arena, Expr e);

// Whether the value cannot be below 0, given that indices, extents and parameters are not.
bool presumed_nonneg(const Arena& arena, Expr e);

}  // namespace whet::lift
