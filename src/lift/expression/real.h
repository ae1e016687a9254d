// Floating-point values as real numbers: sums and products are sorted lists without order of evaluation, a difference
// is a sum with a product by -1, a quotient a product with an inverse. So a*b + c is one expression however it was
// written, with or without fma.
#pragma once

#include "lift/expression/arena.h"

namespace whet::lift {

Expr real(Arena& arena, double value);
double real_value(const Arena& arena, Expr e);  // of a node of kind real

Expr sum(Arena& arena, std::vector<Expr> args);
Expr product(Arena& arena, std::vector<Expr> args);
Expr difference(Arena& arena, Expr a, Expr b);
Expr inverse(Arena& arena, Expr e);
Expr maximum(Arena& arena, std::vector<Expr> args);  // of integers too
Expr minimum(Arena& arena, std::vector<Expr> args);
Expr fold(Arena& arena, Fold how, std::vector<Expr> args);

inline bool gives_argument(Fold how) {
  return how == Fold::argmaximum || how == Fold::argminimum;
}

// What `e` is made as. A load or a parameter is neither: it is what it is used as.
bool is_integer(const Arena& arena, Expr e);
bool is_real(const Arena& arena, Expr e);
bool is_condition(const Arena& arena, Expr e);
// Whether the arguments of the call are integers: the bits of a number of 8 bits (`e4m3`, `e5m2`) are one.
bool takes_integers(const Arena& arena, Expr call);
bool is_number_of_byte(const Arena& arena, Expr e);

}  // namespace whet::lift
