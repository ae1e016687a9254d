// The champions of a run below the ceilings of the GPU.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hardware/ceilings.h"
#include "report/draw/launch_roofline.h"
#include "report/draw/svg.h"
#include "report/optimize/optimize_view.h"

namespace whet {

// Whether there is enough to draw: a bandwidth, the bytes of a call, and a time.
bool has_roofline(const OptimizeView& view, const Ceilings& ceilings);

// With operations, both axes are logarithmic: operations per byte horizontally, operations per second vertically.
// Without operations, each champion is a bar of bytes per second below the bandwidth.
std::string roofline_svg(const OptimizeView& view, const Ceilings& ceilings, PlotSize size);

}  // namespace whet
