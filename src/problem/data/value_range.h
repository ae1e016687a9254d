// Which values an array may have, according to its fill, and how it is divided into rows.
#pragma once

#include <cstdint>

#include "problem/data/resolve.h"

namespace whet {

struct ValueRange {
  bool is_free = false;   // any values: the problem's data is normally distributed
  bool is_whole = false;  // integers
  // The ends of the range; for a free array, large values of either sign whose square its type can hold.
  double low = 0, high = 0;
  double centre = 0;           // for a free array: the mean
  double spread = 1;           // standard deviation, or a quarter of the range
  double smallest_normal = 0;  // of the type; 0 for integers
  int significant_bits = 24;   // of the type
};
ValueRange value_range(const ResolvedArgument& argument);

// Rows along the innermost axis. An array with one axis is divided into pieces, so that it has several places to check.
struct Rows {
  uint64_t count = 1, length = 1;  // the last piece may be shorter
  bool are_real = true;            // rows of the array's shape, not pieces
};
Rows rows_of(const ResolvedArgument& argument);

}  // namespace whet
