// What each part of the champion brings, as bars with their intervals.
#pragma once

#include <string>
#include <vector>

#include "report/draw/svg.h"
#include "store/attribution.h"

namespace whet {

// One row for each part; the height follows from their number.
std::string attribution_svg(const std::vector<store::Attribution>& attributions, PlotSize size);

}  // namespace whet
