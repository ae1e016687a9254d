// Every candidate of a run in the order tried: its time, its outcome, and the leader at that moment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/draw/svg.h"
#include "report/optimize/optimize_view.h"

namespace whet {

// Groups of outcomes that look different in a drawing.
enum class OutcomeGroup : uint8_t {
  faster,
  passed_over,  // right and below the leader's line, but it did not lead: see mark_passed_over
  right,
  slower,
  refused,
  open,
};
OutcomeGroup group_of(const std::string& outcome);
std::string_view name_of(OutcomeGroup group);  // also the CSS class

struct TimelinePoint {
  int candidate = 0;
  std::optional<double> seconds;
  OutcomeGroup group = OutcomeGroup::open;
  std::string tip;
};
TimelinePoint timeline_point(const store::Candidate& candidate);

// Marks candidates that are right and were faster than the leader but did not lead: another of the round was faster
// still, a case became slower, or the comparison did not confirm it.
void mark_passed_over(std::vector<TimelinePoint>& points, const OptimizeView& view);

// Points on the same pixel are drawn once, so that the size of a drawing is bounded for any number of candidates.
std::string timeline_svg(const std::vector<TimelinePoint>& points, const OptimizeView& view, PlotSize size);

}  // namespace whet
