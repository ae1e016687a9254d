#include "report/plot/roofline_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/canvas/number_text.h"
#include "report/draw/plot_axis.h"

namespace whet {

namespace {

constexpr size_t k_most_bars = 8;

bool counts_operations(const OptimizeView& view) {
  return view.result.flops.value_or(0) > 0;
}

// The leaders with a time; only the first and the last if the events of the path are missing.
std::vector<ChampionStep> timed_path(const OptimizeView& view) {
  std::vector<ChampionStep> path;
  for (const ChampionStep& step : view.path) {
    if (step.first_case_seconds > 0) path.push_back(step);
  }
  if (!path.empty()) return path;
  const RunResult& result = view.result;
  if (result.baseline_seconds && view.baseline)
    path.push_back({view.baseline->index, 0, {}, *result.baseline_seconds, *result.baseline_seconds, ""});
  if (result.champion_seconds && view.champion && view.run.champion != view.run.baseline)
    path.push_back({view.champion->index, view.champion->round, result.speedup.value_or(store::Speedup{}),
                    *result.champion_seconds, *result.champion_seconds, ""});
  return path;
}

// The last leader is the champion if it was confirmed.
std::string step_name(const std::vector<ChampionStep>& path, size_t i, const OptimizeView& view) {
  if (i == 0) return "baseline";
  const bool won = i + 1 == path.size() && view.champion && view.champion->index == path[i].candidate;
  return won ? "champion" : fmt::format("candidate {}", path[i].candidate);
}

std::string step_tip(const std::vector<ChampionStep>& path, size_t i, double rate, bool bytes) {
  return fmt::format("candidate {}, {}, {}", path[i].candidate, seconds_text(path[i].first_case_seconds),
                     rate_text(rate, bytes));
}

std::string number_text(double value) {
  return fmt::format("{:g}", value);
}

struct Roofline {
  std::vector<ChampionStep> path;
  std::vector<Roof> roofs;
  double bandwidth, intensity, flops;
  PlotAxis x, y;

  double rate(const ChampionStep& step) const { return flops / step.first_case_seconds; }
};

Roofline roofline_of(const OptimizeView& view, const Ceilings& ceilings, PlotSize size) {
  Roofline line{timed_path(view),
                roofs_of(ceilings),
                ceilings.dram->per_second,
                *view.result.flops / *view.result.bytes,
                *view.result.flops,
                {},
                {}};
  double top = line.bandwidth * line.intensity, bottom = INFINITY;
  double left = line.intensity, right = line.intensity;
  for (const Roof& roof : line.roofs) {
    top = std::max(top, roof.per_second);
    right = std::max(right, roof.per_second / line.bandwidth);
    left = std::min(left, roof.per_second / line.bandwidth);
  }
  for (const ChampionStep& step : line.path) {
    top = std::max(top, line.rate(step));
    bottom = std::min(bottom, line.rate(step));
  }
  bottom = std::min(bottom, line.bandwidth * line.intensity);
  line.x = {left / 4, right * 6, true, 52, static_cast<double>(size.width) - 12};
  line.y = {bottom / 4, top * 2, true, static_cast<double>(size.height) - 44, 26};
  return line;
}

void draw_axes(const Roofline& line, PlotSize size, Svg& svg) {
  for (const double value : ticks(line.y, 6)) {
    svg.line({line.x.from, line.y.at(value)}, {line.x.to, line.y.at(value)}, "grid");
    svg.text({line.x.from - 6, line.y.at(value) + 4}, number_text(value / 1e12), "tick", Anchor::end);
  }
  svg.text({0, 12}, "TFLOP/s", "tick");
  svg.line({line.x.from, line.y.from}, {line.x.to, line.y.from}, "axis");
  for (const double value : ticks(line.x, size.width < 500 ? 4 : 8))
    svg.text({line.x.at(value), line.y.from + 15}, number_text(value), "tick", Anchor::middle);
  svg.text({(line.x.from + line.x.to) / 2, line.y.from + 32}, "operations a byte of DRAM traffic", "tick",
           Anchor::middle);
}

void draw_roofs(const Roofline& line, Svg& svg) {
  const double highest = line.roofs.empty() ? line.y.high : line.roofs.front().per_second;
  const double start = std::max(line.x.low, line.y.low / line.bandwidth);
  const double end = std::min(line.x.high, highest / line.bandwidth);
  const Point from{line.x.at(start), line.y.at(start * line.bandwidth)};
  const Point to{line.x.at(end), line.y.at(end * line.bandwidth)};
  svg.line(from, to, "roof");
  for (const Roof& roof : line.roofs)
    svg.line({line.x.at(roof.per_second / line.bandwidth), line.y.at(roof.per_second)},
             {line.x.to, line.y.at(roof.per_second)}, "roof");
  // Below the lower end of the slope, where there is no roof.
  svg.text({from.x + 0.08 * (to.x - from.x) + 8, from.y + 0.08 * (to.y - from.y) + 16},
           "DRAM " + rate_text(line.bandwidth, true), "label");
  double last = -INFINITY;  // height of the last label
  for (const Roof& roof : line.roofs) {
    const double y = line.y.at(roof.per_second);
    if (y - last < 13) continue;
    svg.text({line.x.to, y - 5}, roof.names + " " + rate_text(roof.per_second, false), "label", Anchor::end);
    last = y;
  }
}

// Next to its point, on the side that has room.
void draw_name(Point at, const std::string& name, const Roofline& line, Svg& svg) {
  constexpr double k_letter = 7.5;  // width, generously estimated
  const bool fits = at.x + 12 + k_letter * static_cast<double>(name.size()) < line.x.to;
  svg.text({at.x + (fits ? 12 : -12), at.y}, name, "name", fits ? Anchor::start : Anchor::end);
}

void draw_path(const Roofline& line, const OptimizeView& view, Svg& svg) {
  const double x = line.x.at(line.intensity);
  svg.line({x, line.y.from}, {x, line.y.at(line.bandwidth * line.intensity)}, "guide");
  std::string data;
  for (const ChampionStep& step : line.path)
    data += fmt::format("{}{} {}", data.empty() ? "M" : "L", pixels(x), pixels(line.y.at(line.rate(step))));
  svg.path(data, "champions");
  for (size_t i = 0; i < line.path.size(); ++i) {
    const double rate = line.rate(line.path[i]), y = line.y.at(rate);
    const bool end = i == 0 || i + 1 == line.path.size();
    svg.circle({x, y}, end ? 6 : 4, i == 0 ? "baseline" : "champion", step_tip(line.path, i, rate, false));
    // The baseline's name is lower, so that the names of near points do not overlap.
    if (end)
      draw_name({x, y + (i == 0 ? 13 : 2)}, step_name(line.path, i, view) + ": " + rate_text(rate, false), line, svg);
  }
}

// The first and the last step, and the fastest in between.
std::vector<size_t> shown_steps(size_t count) {
  std::vector<size_t> shown;
  for (size_t i = 0; i < count; ++i) {
    if (i == 0 || i + k_most_bars > count) shown.push_back(i);
  }
  return shown;
}

std::string bandwidth_svg(const OptimizeView& view, const Ceilings& ceilings, PlotSize size) {
  const std::vector<ChampionStep> path = timed_path(view);
  const std::vector<size_t> shown = shown_steps(path.size());
  const double bandwidth = ceilings.dram->per_second, bytes = *view.result.bytes;
  constexpr double k_row = 40, k_top = 30;
  size.height = static_cast<int>(k_top + k_row * static_cast<double>(shown.size()) + 26);
  double most = bandwidth;
  for (const size_t i : shown) most = std::max(most, bytes / path[i].first_case_seconds);
  const PlotAxis x{0, most * 1.04, false, 4, static_cast<double>(size.width) - 12};
  const double bottom = static_cast<double>(size.height) - 22;
  Svg svg(size, fmt::format("Bytes a second: baseline {}, last leader {}, DRAM bandwidth {}.",
                            rate_text(bytes / path.front().first_case_seconds, true),
                            rate_text(bytes / path.back().first_case_seconds, true), rate_text(bandwidth, true)));
  const std::vector<double> values = ticks(x, size.width < 500 ? 3 : 6);
  for (const double value : values) {
    if (value > 0) svg.text({x.at(value), bottom + 15}, rate_text(value, true), "tick", Anchor::middle);
  }
  svg.text({x.at(bandwidth), k_top - 12}, "DRAM " + rate_text(bandwidth, true), "label", Anchor::end);
  for (size_t row = 0; row < shown.size(); ++row) {
    const size_t i = shown[row];
    const double rate = bytes / path[i].first_case_seconds, y = k_top + k_row * static_cast<double>(row);
    for (const double value : values) svg.line({x.at(value), y + 17}, {x.at(value), y + 34}, "grid");
    svg.text({x.from, y + 13},
             fmt::format("{}: {}, {}", step_name(path, i, view), rate_text(rate, true), percent_text(rate / bandwidth)),
             "name");
    svg.rectangle({x.from, y + 18}, x.at(rate) - x.from, 14, i == 0 ? "bar before" : "bar good");
    svg.line({x.at(bandwidth), y + 16}, {x.at(bandwidth), y + 35}, "roof");
  }
  return svg.take();
}

}  // namespace

bool has_roofline(const OptimizeView& view, const Ceilings& ceilings) {
  return ceilings.dram && view.result.bytes.value_or(0) > 0 && !timed_path(view).empty();
}

std::string roofline_svg(const OptimizeView& view, const Ceilings& ceilings, PlotSize size) {
  if (!counts_operations(view)) return bandwidth_svg(view, ceilings, size);
  const Roofline line = roofline_of(view, ceilings, size);
  Svg svg(size, fmt::format("Roofline: {:.3g} operations a byte; baseline {}, last leader {}; the bandwidth allows {}.",
                            line.intensity, rate_text(line.rate(line.path.front()), false),
                            rate_text(line.rate(line.path.back()), false),
                            rate_text(line.intensity * line.bandwidth, false)));
  draw_axes(line, size, svg);
  draw_roofs(line, svg);
  draw_path(line, view, svg);
  return svg.take();
}

}  // namespace whet
