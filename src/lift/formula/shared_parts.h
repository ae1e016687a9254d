// The parts of an expression that deserve a name of their own, because they stand in it more than once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

// Reductions that stand in another one or more than once, and other parts that are long and stand more than once: each
// before those that contain it. No part depends on the variable of a reduction around it.
std::vector<Expr> shared_parts(const Arena& arena, Expr e);

// How many nodes the expression has when it is written out and these are names.
double written_nodes(const Arena& arena, Expr e, const std::vector<Expr>& named);

}  // namespace whet::lift
