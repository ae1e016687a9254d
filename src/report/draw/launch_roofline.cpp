#include "report/draw/launch_roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/canvas/number_text.h"
#include "report/draw/plot_axis.h"

namespace whet {

namespace {

constexpr double k_letter_width = 7.2;  // generously estimated
constexpr double k_below_axis = 40, k_legend_line = 18;

std::string level_class(const std::string& level) {
  return level == "DRAM" ? "dram" : level == "L2" ? "l2" : "shared";
}

bool draws(const RoofPoint& point, const LevelUse& use) {
  return point.flops.value_or(0) > 0 && use.bytes > 0;
}

// The frame: axes that hold all points and the corners of all roofs.
struct RoofFrame {
  PlotAxis x, y;
  std::vector<LevelUse> levels;  // each once, with a ceiling
};

std::vector<LevelUse> levels_with_ceiling(const LaunchRoofline& roofline) {
  std::vector<LevelUse> levels;
  for (const RoofPoint& point : roofline.points) {
    for (const LevelUse& use : point.levels) {
      const bool known = std::any_of(levels.begin(), levels.end(), [&](const auto& l) { return l.level == use.level; });
      if (use.per_second && !known) levels.push_back(use);
    }
  }
  return levels;
}

RoofFrame frame_of(const LaunchRoofline& roofline, PlotSize size) {
  RoofFrame frame;
  frame.levels = levels_with_ceiling(roofline);
  double left = INFINITY, right = 0, bottom = INFINITY, top = 0;
  for (const RoofPoint& point : roofline.points) {
    for (const LevelUse& use : point.levels) {
      if (!draws(point, use)) continue;
      left = std::min(left, *point.flops / use.bytes);
      right = std::max(right, *point.flops / use.bytes);
      bottom = std::min(bottom, *point.flops / point.seconds);
      top = std::max(top, *point.flops / point.seconds);
    }
  }
  for (const Roof& roof : roofline.peaks) {
    top = std::max(top, roof.per_second);
    for (const LevelUse& level : frame.levels) right = std::max(right, roof.per_second / *level.per_second);
  }
  frame.x = {left / 4, right * 6, true, 52, static_cast<double>(size.width) - 12};
  const double legend = k_legend_line * (size.width < 500 ? static_cast<double>(frame.levels.size()) : 1);
  frame.y = {bottom / 8, top * 2, true, static_cast<double>(size.height) - k_below_axis - legend, 26};
  return frame;
}

void draw_frame(const RoofFrame& frame, bool narrow, Svg& svg) {
  for (const double value : ticks(frame.y, 6)) {
    svg.line({frame.x.from, frame.y.at(value)}, {frame.x.to, frame.y.at(value)}, "grid");
    svg.text({frame.x.from - 6, frame.y.at(value) + 4}, fmt::format("{:g}", value / 1e12), "tick", Anchor::end);
  }
  svg.text({0, 12}, "TFLOP/s", "tick");
  svg.line({frame.x.from, frame.y.from}, {frame.x.to, frame.y.from}, "axis");
  for (const double value : ticks(frame.x, narrow ? 4 : 8))
    svg.text({frame.x.at(value), frame.y.from + 15}, fmt::format("{:g}", value), "tick", Anchor::middle);
  svg.text({(frame.x.from + frame.x.to) / 2, frame.y.from + 31}, "operations for each byte of the level", "tick",
           Anchor::middle);
}

// From the lower edge, or the left one, up to the highest peak.
void draw_slope(const RoofFrame& frame, const LevelUse& level, double highest, Svg& svg) {
  const double start = std::max(frame.x.low, frame.y.low / *level.per_second);
  const double end = std::min(frame.x.high, highest / *level.per_second);
  if (end <= start) return;
  svg.line({frame.x.at(start), frame.y.at(start * *level.per_second)},
           {frame.x.at(end), frame.y.at(end * *level.per_second)}, "roof level-" + level_class(level.level));
}

// Below the axis, because everywhere else a roof may cross it.
void draw_level_legend(const RoofFrame& frame, Svg& svg) {
  Point at{frame.x.from, frame.y.from + k_below_axis + 10};
  for (const LevelUse& level : frame.levels) {
    const std::string name = level.level + " " + rate_text(*level.per_second, true);
    const double length = 30 + k_letter_width * static_cast<double>(name.size());
    if (at.x > frame.x.from && at.x + length > frame.x.to) at = {frame.x.from, at.y + k_legend_line};
    svg.line({at.x, at.y - 4}, {at.x + 18, at.y - 4}, "roof level-" + level_class(level.level));
    svg.text({at.x + 24, at.y}, name, "tick");
    at.x += length + 8;
  }
}

void draw_peaks(const LaunchRoofline& roofline, const RoofFrame& frame, Svg& svg) {
  double widest = 0, last = -INFINITY;
  for (const LevelUse& level : frame.levels) widest = std::max(widest, *level.per_second);
  for (const Roof& roof : roofline.peaks) {
    const double y = frame.y.at(roof.per_second);
    const double start = widest > 0 ? std::max(frame.x.low, roof.per_second / widest) : frame.x.low;
    svg.line({frame.x.at(start), y}, {frame.x.to, y}, "roof");
    if (y - last < 13) continue;
    svg.text({frame.x.to, y - 5}, roof.names + " " + rate_text(roof.per_second, false), "label", Anchor::end);
    last = y;
  }
}

void draw_point(const RoofPoint& point, bool is_before, const RoofFrame& frame, Svg& svg) {
  std::vector<const LevelUse*> shown;
  for (const LevelUse& use : point.levels) {
    if (draws(point, use)) shown.push_back(&use);
  }
  if (shown.empty()) return;
  const double rate = *point.flops / point.seconds, y = frame.y.at(rate);
  const auto x_of = [&](const LevelUse* use) { return frame.x.at(*point.flops / use->bytes); };
  std::sort(shown.begin(), shown.end(), [&](const auto* a, const auto* b) { return x_of(a) < x_of(b); });
  svg.line({x_of(shown.front()), y}, {x_of(shown.back()), y}, "guide");
  for (const LevelUse* use : shown)
    svg.circle({x_of(use), y}, 6, "mark level-" + level_class(use->level) + (is_before ? "" : " now"),
               fmt::format("{}: {}, {:.3g} operations for each byte of {}", point.label, rate_text(rate, false),
                           *point.flops / use->bytes, use->level));
  const std::string name = point.label + " " + rate_text(rate, false);
  const double width = k_letter_width * static_cast<double>(name.size()), right = x_of(shown.back()) + 12;
  if (right + width < frame.x.to)
    svg.text({right, y + (is_before ? 14 : 3)}, name, "name");  // so that names of near points do not overlap
  else
    svg.text({std::clamp(right - width, frame.x.from, frame.x.to - width), y + (is_before ? 20 : -12)}, name, "name");
}

std::string spoken_roofline(const LaunchRoofline& roofline) {
  std::string text = "Roofline.";
  for (const RoofPoint& point : roofline.points) {
    if (point.flops.value_or(0) <= 0) continue;
    text += fmt::format(" {} reaches {}", point.label, rate_text(*point.flops / point.seconds, false));
    for (const LevelUse& use : point.levels) {
      if (draws(point, use))
        text += fmt::format(", {:.3g} operations a byte of {}", *point.flops / use.bytes, use.level);
    }
    text += ".";
  }
  return text;
}

std::string bar_text(const RoofPoint& point, const LevelUse& use) {
  const double rate = use.bytes / point.seconds;
  std::string text = use.level + " " + rate_text(rate, true);
  return use.per_second ? text + ", " + reach_text(rate, *use.per_second) : text;
}

}  // namespace

std::string reach_text(double rate, double ceiling) {
  if (rate > ceiling) return "at its ceiling of " + rate_text(ceiling, true);
  return fmt::format("{} of {}", percent_text(rate / ceiling), rate_text(ceiling, true));
}

std::string launch_roofline_svg(const LaunchRoofline& roofline, PlotSize size) {
  const RoofFrame frame = frame_of(roofline, size);
  Svg svg(size, spoken_roofline(roofline));
  draw_frame(frame, size.width < 500, svg);
  const double highest = roofline.peaks.empty() ? frame.y.high : roofline.peaks.front().per_second;
  for (const LevelUse& level : frame.levels) draw_slope(frame, level, highest, svg);
  draw_level_legend(frame, svg);
  draw_peaks(roofline, frame, svg);
  for (size_t i = 0; i < roofline.points.size(); ++i)
    draw_point(roofline.points[i], i + 1 < roofline.points.size(), frame, svg);
  return svg.take();
}

std::string level_bars_svg(const LaunchRoofline& roofline, PlotSize size) {
  constexpr double k_row = 40, k_top = 4;
  std::string spoken = "Bytes a second at each level of memory.";
  size_t rows = 0;
  for (const RoofPoint& point : roofline.points) {
    for (const LevelUse& use : point.levels) {
      spoken += fmt::format(" {}: {}.", point.label, bar_text(point, use));
      ++rows;
    }
  }
  size.height = static_cast<int>(k_top + k_row * static_cast<double>(rows) + 4);
  Svg svg(size, spoken);
  const double width = static_cast<double>(size.width) - 16;
  double y = k_top;
  for (const RoofPoint& point : roofline.points) {
    for (const LevelUse& use : point.levels) {
      const std::string name = roofline.points.size() > 1 ? point.label + ": " : "";
      const bool is_short = size.width < 500 && use.per_second;
      svg.text({4, y + 13},
               name + (is_short ? use.level + " " + reach_text(use.bytes / point.seconds, *use.per_second)
                                : bar_text(point, use)),
               "name");
      svg.rectangle({4, y + 18}, width, 14, "bar empty");
      const double share = use.per_second ? std::min(1.0, use.bytes / point.seconds / *use.per_second) : 0;
      svg.rectangle({4, y + 18}, share * width, 14, "bar level-" + level_class(use.level));
      y += k_row;
    }
  }
  return svg.take();
}

}  // namespace whet
