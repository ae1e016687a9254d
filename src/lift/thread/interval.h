// Between which numbers a value is, whatever the data are.
#pragma once

#include <cmath>
#include <vector>

#include "lift/expression/arena.h"
#include "lift/thread/declared_sign.h"

namespace whet::lift {

struct Interval {
  double least = -INFINITY, most = INFINITY;
};

// `signs` are those of the arrays that the parameters point to.
Interval interval_of(const Arena& arena, Expr e, const std::vector<Sign>& signs);

// Whether all of it are numbers of so many bits.
bool fits(const Interval& interval, int bits, bool is_signed);

}  // namespace whet::lift
