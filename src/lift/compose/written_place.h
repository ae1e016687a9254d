// Which element of its space a statement stores at an offset: the index maps of two launches brought together.
//
//   forall i < rows, j < cols: t[cols*i + j] = ...      at cols*r + k    ->   i = r, j = k
//                                                       at n             ->   i = n / cols, j = n % cols
#pragma once

#include <optional>
#include <vector>

#include "lift/compose/known_ranges.h"
#include "lift/expression/substitute.h"

namespace whet::lift {

struct WrittenPlace {
  bool is_nowhere = false;       // the statement never stores there
  Replacements values;           // of the statement's indices
  std::vector<Expr> conditions;  // it stores there exactly where all of these hold, guards included
};

// Nothing: the maps do not tell.
std::optional<WrittenPlace> place_in(Arena& arena, const Statement& writer, Expr offset, const KnownRanges& known);

}  // namespace whet::lift
