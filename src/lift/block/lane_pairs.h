// Pairs of a value and an index that lanes of a warp compare:
//
//   if (w > v or (w == v and j < i)) v = w, i = j;     w, j: those of another lane
//
// Each such step is one more distance, for the value as for any extreme, for the index in a call of its own.
#pragma once

#include <optional>

#include "lift/expression/arena.h"

namespace whet::lift {

// The index of the best of several lanes: index, mask of distances, fold, 1 when only the first lane of a group has it,
// and the value that it belongs to.
inline constexpr const char* k_lane_pairs = "@lane pairs";

// Of a choice between the value or index of another lane and the own one; nothing where it is no such step.
std::optional<Expr> chosen_of_pair(Arena& arena, Expr choice);

}  // namespace whet::lift
