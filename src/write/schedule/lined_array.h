// A scratch array of stages in lines of a multiple of 16 bytes: packs of neighbours are whole words, whatever the
// sizes are.
//
//   v[k, i] for i < n   ->   values[4 * (k * values_words) + i], values_words = ceil_div(n, 4)
#pragma once

#include <string>
#include <vector>

#include "write/schedule/stages.h"

namespace whet::write {

struct LinedShape {
  std::string name, words;  // stems of the array's name, and of the number of words of a line
  ElementType type = ElementType::f32;
  std::vector<lift::SpaceIndex> lines;  // that count through the lines
  lift::SpaceIndex along;               // neighbours of a line
};

// Adds the array to the stages, and one after them that stores `value` to it. The load of it from there.
Result<Expr> add_lined_array(const Subject& subject, const LinedShape& shape, Expr value, Stage::Role role,
                             Stages& stages);

}  // namespace whet::write
