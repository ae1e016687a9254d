// The ways in which data is made harder, one function each; problem/data/variant.h says what each is for.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/data/value_range.h"

namespace whet {

// An array that is being changed from the problem's data to a variant's.
struct VariedArray {
  std::vector<double> values;
  ValueRange range;
  Rows rows;
  uint64_t seed = 0;
  ElementType type = ElementType::f32;
  double reach = 0;  // fraction of the type's exponents that values are scaled to
};

// The value clamped to the range, and rounded down if it must be an integer.
double fitted(const ValueRange& range, double value);
// Maps a value to the lowest eighth of a range, so that it is clearly not large; a free array keeps its values.
double harmless(const ValueRange& range, double value);
// Large values differ a little from row to row. If rows are pieces of one row, they leave room for the largest value.
double large_in_row(const VariedArray& array, uint64_t row);

// For arrays that accept any values.
void scale_up(VariedArray& array);
void scale_down(VariedArray& array);
void shift(VariedArray& array);

// Puts one value that stands out into every row, or into every column. Over the rows it visits all places, including
// the first and the last of a row; in four variants, the largest value is at places that differ by 1, 2 and 3 modulo 4:
//   rows of 5:  . . . . A | . . A . . | A . . . . | . . . A .
void put_large(VariedArray& array);
void put_low(VariedArray& array);
void put_by_column(VariedArray& array);
// The first rows are harmless throughout; in the others, everything after a place that differs from row to row is
// large.
void end_large(VariedArray& array);
void begin_large(VariedArray& array);  // the same with large beginnings

void make_equal(VariedArray& array);
void make_few(VariedArray& array);
void sort_values(VariedArray& array);
// One or two times a power of two: sums and sums of squares are exact in any order.
void make_whole(VariedArray& array);

void put_infinities(VariedArray& array);
void put_nans(VariedArray& array);

}  // namespace whet
