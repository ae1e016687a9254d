// Data of other magnitudes, and data of neighbouring values; problem/data/variant.h says what each is for.
#pragma once

#include "problem/data/lone_values.h"

namespace whet {

// All values times one power of two, as large or small as the array's reach says. In every fourth row all are far below
// zero, in another all far above: where a maximum begins matters to a row that lies below.
ArrayFormula make_huge(const VariedArray& array);
ArrayFormula make_tiny(const VariedArray& array);
// A power of two for each row, or piece.
ArrayFormula mix_magnitudes(const VariedArray& array);

// In each row the values are at most three steps of the type apart, around a base that differs from row to row:
//   0.7183 0.71830004 0.7183 0.7183001 | -24.25 -24.250002 ...
ArrayFormula make_neighbours(const VariedArray& array);

// The value that is `steps` steps of the type farther from zero (nearer, if negative); if there is none, the value.
double stepped(ElementType type, double value, int steps);

}  // namespace whet
