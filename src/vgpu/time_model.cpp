#include "vgpu/time_model.h"

#include <algorithm>
#include <cmath>

#include "vgpu/time_bounds.h"

namespace whet::vgpu {

namespace {

double smooth_maximum(const std::vector<Bound>& bounds, double exponent) {
  double largest = 0, sum = 0;
  for (const Bound& bound : bounds) largest = std::max(largest, bound.seconds);
  if (largest == 0) return 0;
  for (const Bound& bound : bounds) sum += std::pow(bound.seconds / largest, exponent);
  return largest * std::pow(sum, 1 / exponent);
}

// d ln time / d ln bound = (bound / body)^p * body / time
void weigh(std::vector<Bound>& bounds, double body, double time, double exponent) {
  for (Bound& bound : bounds) {
    bound.share_of_time = time > 0 ? bound.seconds / time : 0;
    bound.sensitivity = body > 0 ? std::pow(bound.seconds / body, exponent) * body / time : 0;
  }
  std::stable_sort(bounds.begin(), bounds.end(), [](const Bound& a, const Bound& b) { return a.seconds > b.seconds; });
}

}  // namespace

TimeEstimate estimate_time(const TimeFeatures& features, const TimeParameters& parameters) {
  TimeEstimate estimate;
  estimate.from_machine_code = features.from_machine_code;
  estimate.launch_seconds = parameters.launch_seconds;
  const Spread spread = spread_of(features, parameters);
  estimate.waves = spread.waves;
  estimate.occupancy_warps = features.resident_blocks * features.warps_per_block;
  estimate.bounds = time_bounds(features, parameters, spread);
  estimate.latency_parts = latency_parts(features, parameters);
  const double body = smooth_maximum(estimate.bounds, parameters.exponent);
  const double ideal = smooth_maximum(time_bounds(features, parameters, even(spread)), parameters.exponent);
  estimate.tail = ideal > 0 ? body / ideal : 1;
  estimate.seconds = body + parameters.launch_seconds;
  estimate.low_seconds = estimate.seconds / (1 + parameters.relative_error);
  estimate.high_seconds = estimate.seconds * (1 + parameters.relative_error);
  weigh(estimate.bounds, body, estimate.seconds, parameters.exponent);
  if (estimate.bounds.size() > 1 && estimate.bounds[0].seconds > 0) {
    estimate.headroom = estimate.bounds[1].seconds / estimate.bounds[0].seconds;
  }
  return estimate;
}

Result<TimeEstimate> estimate_time(const TimeInputs& inputs, const TimeParameters& parameters, const Gpu& gpu) {
  TRY(limits, sm_limits(gpu.capability));
  TRY(resident, occupancy({.threads = static_cast<int>(inputs.config->block.count()),
                           .registers = std::max(inputs.registers, 1),
                           .shared_bytes = static_cast<int>(inputs.shared_bytes)},
                          limits));
  return estimate_time(time_features(inputs, resident, parameters.expansions), parameters);
}

}  // namespace whet::vgpu
