// The champions of a run below the ceilings of the GPU.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hardware/ceilings.h"
#include "report/optimize/optimize_view.h"
#include "report/plot/svg.h"

namespace whet {

// An arithmetic peak, with all types that share it: "fp32, fp64 tensor".
struct Roof {
  std::string names;
  double per_second = 0;
};
std::vector<Roof> roofs_of(const Ceilings& ceilings);  // highest first

// Whether there is enough to draw: a bandwidth, the bytes of a call, and a time.
bool has_roofline(const OptimizeView& view, const Ceilings& ceilings);

// With operations, both axes are logarithmic: operations per byte horizontally, operations per second vertically.
// Without operations, each champion is a bar of bytes per second below the bandwidth.
std::string roofline_svg(const OptimizeView& view, const Ceilings& ceilings, PlotSize size);

}  // namespace whet
