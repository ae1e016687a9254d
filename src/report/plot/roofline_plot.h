// Where the champions stand below what the GPU can do at best.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hardware/ceilings.h"
#include "report/optimize/optimize_view.h"
#include "report/plot/svg.h"

namespace whet {

// An arithmetic peak, with all kinds that share it: "fp32, fp64 tensor".
struct Roof {
  std::string names;
  double per_second = 0;
};
std::vector<Roof> roofs_of(const Ceilings& ceilings);  // highest first

// Whether there is enough to draw: a bandwidth, the bytes of a call, and a time.
bool has_roofline(const OptimizeView& view, const Ceilings& ceilings);

// With operations: both axes logarithmic, operations a byte across and operations a second up. Without: a bar of bytes
// a second for each champion below the bandwidth.
std::string roofline_svg(const OptimizeView& view, const Ceilings& ceilings, PlotSize size);

}  // namespace whet
