// Which elements of the arrays that it stores an iteration reads.
//
//   x[i] = 2 * x[i]                                       own: the only element that is stored
//   x[2*i] = f(x[2*i], x[2*i + 1]), x[2*i + 1] = ...      crossing: others too, which no other iteration stores
//   x[i, j] = x[i, j] / sum(k: x[i, k])                   row: its own, and all of the row before the first is stored
//   x[i] = x[i + 1]                                       hazard
#pragma once

#include <vector>

#include "write/subject/subject.h"

namespace whet::write {

enum class Footprint : uint8_t { own, crossing, row, hazard };

Footprint footprint_of(lift::Arena& arena, const std::vector<lift::SpaceIndex>& space,
                       const std::vector<lift::Statement>& statements);

}  // namespace whet::write
