#include <algorithm>
#include <cmath>

#include "report/draw/launch_roofline.h"

namespace whet {

std::vector<Roof> roofs_of(const Ceilings& ceilings) {
  std::vector<Roof> roofs;
  for (const Math math : k_all_math) {
    const auto& peak = ceilings.peak(math);
    if (!peak) continue;
    const auto same = std::find_if(roofs.begin(), roofs.end(), [&](const Roof& roof) {
      return std::fabs(roof.per_second / peak->per_second - 1) < 0.02;
    });
    if (same == roofs.end())
      roofs.push_back({std::string(math_name(math)), peak->per_second, peak->source});
    else
      same->names += ", " + std::string(math_name(math));
  }
  std::sort(roofs.begin(), roofs.end(), [](const Roof& a, const Roof& b) { return a.per_second > b.per_second; });
  return roofs;
}

bool LaunchRoofline::has_flops() const {
  return !points.empty() &&
         std::any_of(points.begin(), points.end(), [](const RoofPoint& point) { return point.flops.value_or(0) > 0; });
}

}  // namespace whet
