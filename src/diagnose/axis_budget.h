// How many methods of a plan each axis may have: the axis that binds has the largest say.
//
//   bound.memory 0.7, bound.compute 0.05, bound.tail 0.25, six slots  ->  memory 4, latency 2, compute 0
#pragma once

#include <vector>

#include "diagnose/method.h"

namespace whet {

struct AxisBudget {
  Axis axis = Axis::compute;
  double share = 0;  // of the time, as far as the axes account for it; the three add up to 1
  int slots = 0;
};

struct Budget {
  std::vector<AxisBudget> axes;  // one for each of k_axes, in that order
  bool assumed = false;          // no `bound.` fact is known: the axes share alike

  const AxisBudget& of(Axis axis) const { return axes[static_cast<size_t>(axis)]; }
  int slots() const;
  Axis binding() const;  // the axis with the largest share
};

// Latency includes launch and tail. An axis with less than a tenth of the time gets no slot.
Budget share_out(const Facts& facts, int slots);

}  // namespace whet
