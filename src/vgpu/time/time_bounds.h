// What could bound the time of a launch, each with the time it would take alone.
#pragma once

#include <vector>

#include "vgpu/time/time_model.h"

namespace whet::vgpu {

// How the grid is distributed over the SMs.
struct Spread {
  double share = 0;       // fraction of the work that the SM with the most of it has
  double traffic = 0;     // the same for the traffic between L1 and L2
  double partitions = 4;  // how many of an SM's four have a warp
  double waves = 0;       // blocks divided by what the GPU holds at once
  double rounds = 0;      // time until the last block is done, in durations of an average warp
};

Spread spread_of(const TimeFeatures& features, const TimeParameters& parameters);
// The same for a grid that could be divided evenly.
Spread even(Spread spread, const TimeParameters& parameters);

inline constexpr std::string_view k_latency_bound = "latency";
// Blocks that wait for one another, sleep or read a clock; present only for timed launches.
inline constexpr std::string_view k_waiting_bound = "waiting";
inline constexpr std::string_view k_start_bound = "starting blocks";

std::vector<Bound> time_bounds(const TimeFeatures& features, const TimeParameters& parameters, const Spread& spread);
std::vector<LatencyPart> latency_parts(const TimeFeatures& features, const TimeParameters& parameters);

}  // namespace whet::vgpu
