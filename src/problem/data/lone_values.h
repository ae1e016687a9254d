// The ways in which data is made harder, one function each; problem/data/variant.h says what each is for.
#pragma once

#include <cstdint>

#include "problem/data/array_recipe.h"
#include "problem/data/value_range.h"

namespace whet {

// An array that a variant is made of.
struct VariedArray {
  formula::Field field;
  ElementType type = ElementType::f32;
  double reach = 0;  // fraction of the type's exponents that values are scaled to
};

// Of arrays that take any values.
ArrayFormula scale_up(const VariedArray& array);
ArrayFormula scale_down(const VariedArray& array);
ArrayFormula shift(const VariedArray& array);

// Puts one value that stands out into every row, or into every column. Over the rows it visits all places, including
// the first and the last of a row; in four variants, the largest value is at places that differ by 1, 2 and 3 modulo 4:
//   rows of 5:  . . . . A | . . A . . | A . . . . | . . . A .
ArrayFormula put_large(const VariedArray& array);
ArrayFormula put_low(const VariedArray& array);
ArrayFormula put_by_column(const VariedArray& array);
// The first rows are harmless throughout; in the others everything behind a place that differs from row to row is
// large.
ArrayFormula end_large(const VariedArray& array);
ArrayFormula begin_large(const VariedArray& array);  // the same from behind

ArrayFormula make_equal(const VariedArray& array);
ArrayFormula make_few(const VariedArray& array);
// Of many values every so many-th, as often; the table is these in order.
ArrayFormula sort_values(const VariedArray& array);
// One or two times a power of two: sums and sums of squares are exact in any order.
ArrayFormula make_whole(const VariedArray& array);

ArrayFormula put_infinities(const VariedArray& array);
ArrayFormula put_nans(const VariedArray& array);

}  // namespace whet
