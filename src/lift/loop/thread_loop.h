// A loop around a store.
#pragma once

#include "lift/expression/arena.h"

namespace whet::lift {

// variable = 0, 1, 2, ... as long as `condition` holds, `count` times.
struct ThreadLoop {
  Expr variable, condition, count;
  uint32_t line = 0;  // in the PTX
};

}  // namespace whet::lift
