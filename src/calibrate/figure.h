// What the times of a probe come to, and whether the figure can be used.
#pragma once

#include <optional>

#include "calibrate/probe_run.h"

namespace whet {

struct FigureInput {
  ProbeUnit unit = ProbeUnit::bytes_per_second;
  double work = 0;  // of the full launch beyond the smaller one
  ProbeTimes full;
  std::optional<ProbeTimes> part;  // of the smaller launch; absent: `fixed_seconds` are subtracted
  std::optional<double> peak;      // of the data sheet, which no figure can exceed
  double fixed_seconds = 0;        // of a launch that does nothing
};

// The peak that the data sheet has for a probe.
std::optional<double> sheet_peak(std::string_view id, const Gpu& gpu);

// Fills the value, its quartiles, and what is wrong with it.
ProbeFigure figure_of(const FigureInput& input);

}  // namespace whet
