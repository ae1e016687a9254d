// Puts one large and one low value into each row, at chosen instead of random places.
#pragma once

#include "problem/data/lone_values.h"

namespace whet {

// In every row, the large value moves on with `turn`, and the low one is half a row away. After as many turns as a row
// is long, every cell has held both.
//   turn 0:  A . . z . .      turn 1:  . A . . z .
//            . A . . z .               . . A . . z
void put_in_cells(VariedArray& array, uint64_t turn);

// In every row, the large value is at one of these columns and the low one at the next; columns beyond the end of a row
// wrap around. Rows whose own index is among the places begin with the first place, others with one that differs from
// row to row. A place beyond a row's end is also used as an index into the whole array. An array without rows gets one
// of each, at these indices.
void put_at_places(VariedArray& array, const std::vector<uint64_t>& places, uint64_t turn);

}  // namespace whet
