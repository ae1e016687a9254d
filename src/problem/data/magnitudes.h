// Data of other magnitudes, and data of neighbouring values; problem/data/variant.h says what each is for.
#pragma once

#include "problem/data/lone_values.h"

namespace whet {

// Multiplies all values by one power of two, as large or small as the array's reach says. In every fourth row all
// values are far below zero, in another far above: the start value of a maximum matters in a row of negative values.
void make_huge(VariedArray& array);
void make_tiny(VariedArray& array);
// A power of two per row, or piece.
void mix_magnitudes(VariedArray& array);

// In each row the values are at most three steps of the type apart, around a base that differs from row to row:
//   0.7183 0.71830004 0.7183 0.7183001 | -24.25 -24.250002 ...
void make_neighbours(VariedArray& array);

// The value that is `steps` steps of the type farther from zero (nearer, if negative); if there is none, the value.
double stepped(ElementType type, double value, int steps);

}  // namespace whet
