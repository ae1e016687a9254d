// What could bind a launch, each as the time it would take alone.
#pragma once

#include <vector>

#include "vgpu/time/time_model.h"

namespace whet::vgpu {

// How the grid falls on the SMs.
struct Spread {
  double share = 0;       // of the work, what the SM that has most has of it
  double traffic = 0;     // of the traffic between L1 and L2, likewise
  double partitions = 4;  // of an SM's four, how many have a warp
  double waves = 0;       // blocks over what the GPU holds at once
  double rounds = 0;      // until the last block is done, in times of an average warp
};

Spread spread_of(const TimeFeatures& features, const TimeParameters& parameters);
// The same had blocks been divisible.
Spread even(Spread spread, const TimeParameters& parameters);

inline constexpr std::string_view k_latency_bound = "latency";
// Blocks that wait for one another, sleep or look at a clock: there only where the launch kept time.
inline constexpr std::string_view k_waiting_bound = "waiting";
inline constexpr std::string_view k_start_bound = "starting blocks";

std::vector<Bound> time_bounds(const TimeFeatures& features, const TimeParameters& parameters, const Spread& spread);
std::vector<LatencyPart> latency_parts(const TimeFeatures& features, const TimeParameters& parameters);

}  // namespace whet::vgpu
