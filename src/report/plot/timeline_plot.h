// Every candidate of a run in the order it was tried: its time, what became of it, and who led.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/optimize/optimize_view.h"
#include "report/plot/svg.h"

namespace whet {

// Groups of outcomes that a drawing tells apart.
enum class OutcomeGroup : uint8_t {
  faster,
  passed_over,  // right and below the leader's line, but another led: see mark_passed_over
  right,
  slower,
  refused,
  open,
};
OutcomeGroup group_of(const std::string& outcome);
std::string_view name_of(OutcomeGroup group);  // also the class in the style sheet

struct TimelinePoint {
  int candidate = 0;
  std::optional<double> seconds;
  OutcomeGroup group = OutcomeGroup::open;
  std::string tip;
};
TimelinePoint timeline_point(const store::Candidate& candidate);

// A candidate that is right and faster than the leader of that time, and did not lead: another of its round was
// faster still, a case became slower, or it was not faster when the two were compared.
void mark_passed_over(std::vector<TimelinePoint>& points, const OptimizeView& view);

// Points that fall on the same pixel are drawn once, so a drawing of any number of candidates has a bounded size.
std::string timeline_svg(const std::vector<TimelinePoint>& points, const OptimizeView& view, PlotSize size);

}  // namespace whet
