// The ways data is made harder, one function each; problem/variant.h says what each is for.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/data/value_range.h"

namespace whet {

// An array on its way from the problem's data to a variant's.
struct VariedArray {
  std::vector<double> values;
  ValueRange range;
  Rows rows;
  uint64_t seed = 0;
  ElementType type = ElementType::f32;
  double reach = 0;  // the share of the type's exponents that values are taken to
};

// A number of the range, whole where it must be.
double fitted(const ValueRange& range, double value);
// What nobody would take for large: the lowest eighth of a range; as it is in a free array.
double harmless(const ValueRange& range, double value);
// Large values differ a little from row to row; those of pieces of one row leave room for the largest of all.
double large_in_row(const VariedArray& array, uint64_t row);

// Of arrays that take any values.
void scale_up(VariedArray& array);
void scale_down(VariedArray& array);
void shift(VariedArray& array);

// One value that stands out in every row, or in every column. Over the rows it walks through all places, the first and
// the last of a row among them, and four variants put the largest of all at places that differ by 1, 2 and 3 modulo 4:
//   rows of 5:  . . . . A | . . A . . | A . . . . | . . . A .
void put_large(VariedArray& array);
void put_low(VariedArray& array);
void put_by_column(VariedArray& array);
// The first rows are harmless throughout; in the others everything behind a place that differs from row to row is
// large.
void end_large(VariedArray& array);
void begin_large(VariedArray& array);  // the same from behind

void make_equal(VariedArray& array);
void make_few(VariedArray& array);
void sort_values(VariedArray& array);
// One or two times a power of two: sums and sums of squares are exact in any order.
void make_whole(VariedArray& array);

void put_infinities(VariedArray& array);
void put_nans(VariedArray& array);

}  // namespace whet
