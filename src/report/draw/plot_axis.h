// An axis of a drawing: maps values to pixels, and places its ticks.
#pragma once

#include <cstddef>
#include <vector>

namespace whet {

struct PlotAxis {
  double low = 0, high = 1;  // values; both above 0 on a logarithmic axis
  bool logarithmic = false;
  double from = 0, to = 1;  // pixels

  double at(double value) const;
};

// Round values within the axis, about `most` of them: powers of ten over several decades, else 1, 2, 5, else equal
// steps.
std::vector<double> ticks(const PlotAxis& axis, size_t most);

}  // namespace whet
