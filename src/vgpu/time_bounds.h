// What could bind a launch, each as the time it would take alone.
#pragma once

#include <vector>

#include "vgpu/time_model.h"

namespace whet::vgpu {

// How the grid falls on the SMs.
struct Spread {
  double busiest = 0;     // blocks of the SM that gets most, over the run
  double partitions = 4;  // of an SM's four, how many have a warp
  double waves = 0;       // blocks over what the GPU holds at once
  double rounds = 0;      // times a block starts where another ended, first one included
};

Spread spread_of(const TimeFeatures& features, const TimeParameters& parameters);
// The same had blocks been divisible.
Spread even(Spread spread);

inline constexpr std::string_view k_latency_bound = "latency";

std::vector<Bound> time_bounds(const TimeFeatures& features, const TimeParameters& parameters, const Spread& spread);
std::vector<LatencyPart> latency_parts(const TimeFeatures& features, const TimeParameters& parameters);

}  // namespace whet::vgpu
