// Which values an array may be given, how it is cut into rows, and values that follow from both.
#pragma once

#include "problem/formula/random.h"

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

// Along the innermost axis; an array of one axis is cut into pieces, so that it has several places to look at.
struct Rows {
  uint64_t count = 1, length = 1;  // the last piece may be shorter
  bool are_real = true;            // rows of the array's shape, not pieces
};

// A number of the range, whole where it must be.
WHET_BOTH double fitted(const ValueRange& range, double value) {
  if (range.is_free) return value;
  return formula::clamped(range.is_whole ? formula::rounded_down(value) : value, range.low, range.high);
}

// What nobody would take for large: the lowest eighth of a range; as it is in a free array.
WHET_BOTH double harmless(const ValueRange& range, double value) {
  return range.is_free ? value : fitted(range, range.low + (value - range.low) / 8);
}

namespace formula {

WHET_BOTH double mirrored(const ValueRange& range, double value) {
  return range.is_free ? -value : range.high - (value - range.low);
}

// Where the values of an array lie and what is drawn for them.
struct Field {
  ValueRange range;
  Rows rows;
  uint64_t count, seed;

  WHET_BOTH uint64_t length_of(uint64_t row) const { return least(rows.length, count - row * rows.length); }

  // Large values differ a little from row to row; those of pieces of one row leave room for the largest of all.
  WHET_BOTH double large_in(uint64_t row) const {
    const double less = static_cast<double>(random_bits(seed, 1000 + row) % 16) / 64;
    if (range.is_free) return range.high * (1 - less);
    const double width = range.high - range.low;
    return rows.are_real ? range.high : fitted(range, range.high - width * (0.125 + less / 2));
  }
};

}  // namespace formula

}  // namespace whet
