// Launches below the ceilings of a GPU: at each level of memory that was counted, and among the peaks of arithmetic.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hardware/ceilings.h"
#include "report/draw/svg.h"

namespace whet {

// An arithmetic peak, with all types that share it: "fp32, fp64 tensor".
struct Roof {
  std::string names;
  double per_second = 0;
  std::string source = {};
};
std::vector<Roof> roofs_of(const Ceilings& ceilings);  // highest first

// What one launch reached at one level of memory.
struct LevelUse {
  std::string level;  // "DRAM"
  double bytes = 0;
  std::optional<double> per_second;  // ceiling of the level; absent: not known
  std::string origin, source;        // of the ceiling: "sourced", "S14"
};

struct RoofPoint {
  std::string label;  // "before", or the kernel
  double seconds = 0;
  std::optional<double> flops;  // of the launch; absent: it does none, or that is not known
  std::vector<LevelUse> levels;
};

struct LaunchRoofline {
  std::vector<RoofPoint> points;
  std::vector<Roof> peaks;   // highest first
  std::string flops_origin;  // "declared or derived", "counted"

  bool has_flops() const;
};

// "61 % of 4.80 TB/s". More than the ceiling is possible where a cache still holds what was counted as written.
std::string reach_text(double rate, double ceiling);

// Both axes are logarithmic: operations for each byte of a level, and operations a second. A launch has a point for
// each level. Needs operations and a ceiling.
std::string launch_roofline_svg(const LaunchRoofline& roofline, PlotSize size);
// A bar for each level: the bytes a second that a launch reached, of the ceiling where that is known.
std::string level_bars_svg(const LaunchRoofline& roofline, PlotSize size);

}  // namespace whet
