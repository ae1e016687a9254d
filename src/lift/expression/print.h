// Expressions as text: `a[i] + 2*b[i*n + j]`.
#pragma once

#include <string>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

struct Names {
  std::vector<std::string> parameters;  // by number; "p3" where there is none
  std::vector<std::pair<Expr, std::string>> variables;
};

std::string print(Arena& arena, Expr e, const Names& names);

// How many parts it has when written out. Parts that it has several times are shared in memory, but not on paper: the
// number may grow with a power of two.
double written_parts(const Arena& arena, Expr e);

}  // namespace whet::lift
