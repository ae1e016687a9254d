#include "report/plot/attribution_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/draw/plot_axis.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

constexpr double k_line = 17, k_bar = 14, k_top = 8;

// In a narrow drawing the value is below the name.
double row_height(PlotSize size) {
  return (size.width < 500 ? 2 : 1) * k_line + k_bar + 13;
}

std::string_view style_of(const store::Attribution& each) {
  return each.verdict == store::PartVerdict::effective ? "bar good" : "bar idle";
}

// Grid lines are drawn only next to the bar: across the names they would make them hard to read.
void draw_grid(const std::vector<double>& values, const PlotAxis& x, double y, bool narrow, Svg& svg) {
  const double top = y + (narrow ? 2 : 1) * k_line, bottom = top + k_bar + 6;
  for (const double value : values) svg.line({x.at(value), top}, {x.at(value), bottom}, "grid");
  svg.line({x.at(1), top}, {x.at(1), bottom}, "axis");
}

void draw_row(const store::Attribution& each, const PlotAxis& x, double y, bool narrow, Svg& svg) {
  const std::string value =
      fmt::format("{}, {}", each.speedup ? speedup_text(each.speedup) : "not timed", name_of(each.verdict));
  svg.text({x.from, y + 14}, narrow ? each.name : each.name + ": " + value, "name");
  if (narrow) svg.text({x.from, y + 14 + k_line}, value, "label");
  if (!each.speedup) return;
  const double top = y + 3 + (narrow ? 2 : 1) * k_line, middle = top + k_bar / 2;
  const double one = x.at(1), end = x.at(each.speedup->value);
  svg.rectangle({std::min(one, end), top}, std::max(1.0, std::fabs(one - end)), k_bar, style_of(each));
  const double low = x.at(each.speedup->low), high = x.at(each.speedup->high);
  svg.line({low, middle}, {high, middle}, "error");
  svg.line({low, middle - 5}, {low, middle + 5}, "error");
  svg.line({high, middle - 5}, {high, middle + 5}, "error");
}

}  // namespace

std::string attribution_svg(const std::vector<store::Attribution>& attributions, PlotSize size) {
  double low = 1, high = 1.05;
  std::string spoken = "What each part brings:";
  for (const store::Attribution& each : attributions) {
    spoken += fmt::format(" {} {};", each.name, each.speedup ? speedup_text(each.speedup) : "not timed");
    if (!each.speedup) continue;
    low = std::min({low, each.speedup->low, each.speedup->value});
    high = std::max({high, each.speedup->high, each.speedup->value});
  }
  size.height = static_cast<int>(k_top + row_height(size) * static_cast<double>(attributions.size()) + 24);
  const double margin = 0.04 * (high - low);
  const PlotAxis x{low - margin, high + margin, false, 6, static_cast<double>(size.width) - 14};
  const double bottom = static_cast<double>(size.height) - 20;
  Svg svg(size, spoken);
  const bool narrow = size.width < 500;
  const std::vector<double> values = ticks(x, narrow ? 4 : 8);
  for (const double value : values)
    svg.text({x.at(value), bottom + 15}, fmt::format("{:g}x", value), "tick", Anchor::middle);
  for (size_t i = 0; i < attributions.size(); ++i) {
    const double y = k_top + row_height(size) * static_cast<double>(i);
    draw_grid(values, x, y, narrow, svg);
    draw_row(attributions[i], x, y, narrow, svg);
  }
  return svg.take();
}

}  // namespace whet
