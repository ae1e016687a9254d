// What kind of computation a meaning is.
#pragma once

#include <string>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

// "map", "permutation", "row reduction with maps before and after (softmax over the last axis)", "contraction
// (matrix product)": one text per statement, without repetitions. Several make a composition.
std::vector<std::string> patterns(Arena& arena, const Meaning& meaning);

// The numbers of the parameters whose elements a contraction multiplies, in ascending order; empty: there is none.
std::vector<int> product_operands(Arena& arena, const Meaning& meaning);

}  // namespace whet::lift
