// Which values an array may be given, by how its problem fills it, and how it is cut into rows.
#pragma once

#include <cstdint>

#include "problem/data/resolve.h"

namespace whet {

struct ValueRange {
  bool is_free = false;        // any values: the problem asks for normal data
  bool is_whole = false;       // integers
  double low = 0, high = 0;    // of a range; of a free array large values of either sign that its type can square
  double centre = 0;           // of a free array: mean
  double spread = 1;           // standard deviation, or a quarter of the range
  double smallest_normal = 0;  // of the type; 0 of integers
  int significant_bits = 24;   // of the type
};
ValueRange value_range(const ResolvedArgument& argument);

// Along the innermost axis; an array of one axis is cut into pieces, so that it has several places to look at.
struct Rows {
  uint64_t count = 1, length = 1;  // the last piece may be shorter
  bool are_real = true;            // rows of the array's shape, not pieces
};
Rows rows_of(const ResolvedArgument& argument);

}  // namespace whet
