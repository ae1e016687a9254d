#include "report/plot/timeline_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "report/canvas/number_text.h"
#include "report/draw/plot_axis.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

constexpr size_t k_most_tips = 1500;  // more circles make a page slow; then points are dots of one path
constexpr std::array<std::string_view, 6> k_group_names = {"faster", "passed", "right", "slower", "refused", "open"};
constexpr std::array k_drawn_last = {OutcomeGroup::open,    OutcomeGroup::right,       OutcomeGroup::slower,
                                     OutcomeGroup::refused, OutcomeGroup::passed_over, OutcomeGroup::faster};

struct Frame {
  PlotAxis x, y;
  double untimed;  // height of the points without a time
};

Frame frame_of(const std::vector<TimelinePoint>& points, const OptimizeView& view, PlotSize size) {
  double low = INFINITY, high = 0;
  const auto take = [&](double seconds) {
    if (!(seconds > 0)) return;
    low = std::min(low, seconds);
    high = std::max(high, seconds);
  };
  for (const TimelinePoint& point : points) take(point.seconds.value_or(0));
  for (const ChampionStep& step : view.path) take(step.seconds);
  if (high == 0) low = high = 1;
  const double count = points.empty() ? 1 : points.back().candidate;
  return {{0, count + 1, false, 64, static_cast<double>(size.width) - 10},
          {low / 1.15, high * 1.15, true, static_cast<double>(size.height) - 66, 12},
          static_cast<double>(size.height) - 50};
}

void draw_axes(const Frame& frame, PlotSize size, bool has_untimed, Svg& svg) {
  const bool narrow = size.width < 500;
  for (const double value : ticks(frame.y, 6)) {
    const double y = frame.y.at(value);
    svg.line({frame.x.from, y}, {frame.x.to, y}, "grid");
    svg.text({frame.x.from - 6, y + 4}, seconds_text(value), "tick", Anchor::end);
  }
  const double bottom = static_cast<double>(size.height) - 34;
  svg.line({frame.x.from, bottom}, {frame.x.to, bottom}, "axis");
  for (const double value : ticks(frame.x, narrow ? 4 : 10)) {
    if (value != std::floor(value)) continue;
    svg.text({frame.x.at(value), bottom + 15}, count_text(value), "tick", Anchor::middle);
  }
  if (has_untimed) svg.text({frame.x.from - 6, frame.untimed + 4}, "no time", "tick", Anchor::end);
  svg.text({(frame.x.from + frame.x.to) / 2, bottom + 30}, "candidate, in the order they were tried", "tick",
           Anchor::middle);
}

Point place(const TimelinePoint& point, const Frame& frame) {
  const bool timed = point.seconds && *point.seconds > 0;
  return {frame.x.at(point.candidate), timed ? frame.y.at(*point.seconds) : frame.untimed};
}

void draw_group(const std::vector<TimelinePoint>& points, OutcomeGroup group, const Frame& frame, Svg& svg) {
  const bool with_tips = points.size() <= k_most_tips;
  const std::string style = fmt::format("point {}", name_of(group));
  std::set<std::pair<int, int>> taken;  // half pixels
  std::string dots;
  for (const TimelinePoint& point : points) {
    if (point.group != group) continue;
    const Point at = place(point, frame);
    if (!taken.emplace(static_cast<int>(2 * at.x), static_cast<int>(2 * at.y)).second && !with_tips) continue;
    if (with_tips)
      svg.circle(at, 3.5, style, point.tip);
    else
      dots += fmt::format("M{} {}h0", pixels(at.x), pixels(at.y));
  }
  if (!dots.empty()) svg.path(dots, fmt::format("dots {}", name_of(group)));
}

void draw_champions(const OptimizeView& view, const Frame& frame, Svg& svg) {
  if (view.path.empty()) return;
  std::string data;
  for (const ChampionStep& step : view.path) {
    if (!(step.seconds > 0)) continue;
    const std::string x = pixels(frame.x.at(step.candidate)), y = pixels(frame.y.at(step.seconds));
    data += data.empty() ? fmt::format("M{} {}", x, y) : fmt::format("H{}V{}", x, y);
  }
  if (!data.empty()) svg.path(data + "H" + pixels(frame.x.to), "champions");
  for (const ChampionStep& step : view.path) {
    if (!(step.seconds > 0)) continue;
    svg.circle({frame.x.at(step.candidate), frame.y.at(step.seconds)}, 5.5, "champion",
               fmt::format("champion: candidate {}, {}, {} {}", step.candidate, seconds_text(step.seconds),
                           speedup_text(step.speedup), step.what));
  }
}

}  // namespace

OutcomeGroup group_of(const std::string& outcome) {
  if (outcome.empty()) return OutcomeGroup::open;
  if (outcome == "faster") return OutcomeGroup::faster;
  if (outcome == "slower") return OutcomeGroup::slower;
  return store::is_sound(outcome) ? OutcomeGroup::right : OutcomeGroup::refused;
}

std::string_view name_of(OutcomeGroup group) {
  return k_group_names[static_cast<size_t>(group)];
}

TimelinePoint timeline_point(const store::Candidate& candidate) {
  std::string tip = fmt::format("candidate {}, round {}: {}", candidate.index, candidate.round,
                                candidate.outcome.empty() ? "not judged" : candidate.outcome);
  if (candidate.seconds) tip += ", " + seconds_text(*candidate.seconds);
  if (candidate.speedup) tip += ", " + speedup_text(candidate.speedup);
  if (const std::string what = candidate_text(candidate); !what.empty()) tip += "\n" + what;
  if (!candidate.reason.empty()) tip += "\n" + candidate.reason;
  return {candidate.index, candidate.seconds, group_of(candidate.outcome), std::move(tip)};
}

void mark_passed_over(std::vector<TimelinePoint>& points, const OptimizeView& view) {
  for (TimelinePoint& point : points) {
    if (point.group != OutcomeGroup::right || !point.seconds) continue;
    const ChampionStep* leader = nullptr;
    for (const ChampionStep& step : view.path) {
      if (step.candidate < point.candidate && step.seconds > 0) leader = &step;
    }
    const bool led = std::any_of(view.path.begin(), view.path.end(),
                                 [&](const ChampionStep& step) { return step.candidate == point.candidate; });
    if (!led && leader && *point.seconds < leader->seconds) point.group = OutcomeGroup::passed_over;
  }
}

std::string timeline_svg(const std::vector<TimelinePoint>& points, const OptimizeView& view, PlotSize size) {
  const Frame frame = frame_of(points, view, size);
  const bool has_untimed = std::any_of(points.begin(), points.end(), [](const auto& each) { return !each.seconds; });
  Svg svg(size, fmt::format("Times of {} candidates in the order they were tried, {}; {} of them led in turn.",
                            points.size(), store::name_of(view.run.origin), view.path.size()));
  draw_axes(frame, size, has_untimed, svg);
  for (const OutcomeGroup group : k_drawn_last) draw_group(points, group, frame, svg);
  draw_champions(view, frame, svg);
  return svg.take();
}

}  // namespace whet
