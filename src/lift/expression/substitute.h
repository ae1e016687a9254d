// Replacing parts of expressions; the result is in normal form again.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

struct ExprHash {
  size_t operator()(Expr e) const { return e.id; }
};
using Replacements = std::unordered_map<Expr, Expr, ExprHash>;

// Replaces each key by its value, from the outside inwards; what is put in is not searched again.
Expr substitute(Arena& arena, Expr e, const Replacements& replacements);

// Rebuilds `e` from the inside outwards and applies `change` to each node made.
Expr rewrite(Arena& arena, Expr e, const std::function<Expr(Expr)>& change);

// The node `e` with these in place of its parts: `args`, or for a polynomial its distinct atoms in order of their
// terms.
Expr rebuild(Arena& arena, Expr e, const std::vector<Expr>& parts);
std::vector<Expr> parts_of(const Arena& arena, Expr e);

}  // namespace whet::lift
