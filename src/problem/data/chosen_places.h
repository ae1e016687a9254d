// Puts one large and one low value into each row, at chosen instead of random places.
#pragma once

#include <vector>

#include "problem/data/array_recipe.h"
#include "problem/data/value_range.h"

namespace whet {

// In every row, the large value moves on with `turn`, and the low one is half a row away. After as many turns as a row
// is long, every cell has held both.
//   turn 0:  A . . z . .      turn 1:  . A . . z .
//            . A . . z .               . . A . . z
ArrayRecipe cells_recipe(const ResolvedArgument& argument, const Rows& rows, uint64_t seed, uint64_t turn);

// In every row the large value at one of these columns and the low one at the next; those that are past the end of a
// row count from its start. Rows whose own number is among the places begin with the first place, others with one that
// differs from row to row. A place that is past a row's end is also taken for an index into the whole array. An array
// without rows holds one of each, at these indices. There is at least one place.
ArrayRecipe places_recipe(const ResolvedArgument& argument, const std::vector<uint64_t>& places, uint64_t seed,
                          uint64_t turn);

}  // namespace whet
