// How many different elements of an array are accessed, from the strides of its accesses.
#pragma once

#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

// An access: rest + sum of stride*index, index < count.
struct StridedAccess {
  struct Axis {
    Expr stride, count;  // stride in bytes
  };
  std::vector<Axis> axes;
  Expr rest;                // offset in bytes
  Expr times;               // how often it is made with different indices
  bool is_strided = false;  // false: its index is computed; `times` is all that is known
};

struct Footprint {
  Expr elements;
  bool is_bound = false;  // the most that there can be
};

//   x[i + k], i < n, k < 3                  n + 2
//   x[w*(i + 1) + j], x[w*i + j + 1], ...   what the smallest box holds that has them all
Footprint footprint(Arena& arena, std::vector<StridedAccess> accesses);

}  // namespace whet::lift
