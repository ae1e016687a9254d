// Where a load lies relative to an element of the space.
//
//   x[(i - 1) * width + j + 2]     strides width and 1, shifts -1 and 2, base 0
#pragma once

#include <optional>
#include <vector>

#include "write/subject/nest.h"

namespace whet::write {

// An offset in elements: sum of stride * (index + shift) over the space, and a part that no index moves.
struct PlacedLoad {
  Expr load;
  std::vector<Expr> strides;
  std::vector<int64_t> shifts;
  Expr base;
};

// Nothing: the offset is no such sum, depends on data, or is further away than neighbours are.
std::optional<PlacedLoad> placed_load(lift::Arena& arena, Expr load, const std::vector<lift::SpaceIndex>& space);

// Whether both are the same array but for their shifts.
bool is_same_field(const lift::Arena& arena, const PlacedLoad& a, const PlacedLoad& b);

}  // namespace whet::write
