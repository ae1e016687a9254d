#include "vgpu/time/time_model.h"

#include <algorithm>
#include <cmath>

#include "vgpu/time/time_bounds.h"

namespace whet::vgpu {

namespace {

double norm(const std::vector<double>& values, double exponent) {
  double largest = 0, sum = 0;
  for (const double value : values) largest = std::max(largest, value);
  if (largest == 0) return 0;
  for (const double value : values) sum += std::pow(value / largest, exponent);
  return largest * std::pow(sum, 1 / exponent);
}

// The range is to hold 80 % of kernels: for a normal distribution, this many standard errors on either side.
constexpr double k_sampling_width = 1.28;

struct Body {
  double work = 0, seconds = 0;
  bool waits = false;  // waiting of the blocks takes longer than their work
};

// True for bounds that do not overlap with others: they add to the rest instead of hiding behind it.
bool stands_alone(const Bound& bound) {
  return bound.name == k_latency_bound || bound.name == k_start_bound;
}

Body body_of(const std::vector<Bound>& bounds, const TimeParameters& parameters) {
  Body body;
  std::vector<double> work, parts;
  double waiting = 0;
  for (const Bound& bound : bounds) {
    if (bound.name == k_waiting_bound)
      waiting = bound.seconds;
    else
      (stands_alone(bound) ? parts : work).push_back(bound.seconds);
  }
  body.work = norm(work, parameters.exponent);
  parts.push_back(body.work);
  body.seconds = norm(parts, parameters.latency_exponent);
  body.waits = waiting > body.seconds;
  if (body.waits) body.seconds = waiting;
  return body;
}

// Computes d ln time / d ln bound: (work / body)^q * (bound / work)^p * body / time, and for a bound that stands alone
// (bound / body)^q * body / time.
void weigh(std::vector<Bound>& bounds, const Body& body, double time, const TimeParameters& p) {
  for (Bound& bound : bounds) {
    bound.share_of_time = time > 0 ? bound.seconds / time : 0;
    const bool waiting = bound.name == k_waiting_bound;
    if (waiting && body.waits) bound.sensitivity = body.seconds / time;
    if (bound.seconds == 0 || waiting || body.waits) continue;
    const bool alone = stands_alone(bound);
    const double outer = std::pow((alone ? bound.seconds : body.work) / body.seconds, p.latency_exponent);
    const double inner = alone ? 1 : std::pow(bound.seconds / body.work, p.exponent);
    bound.sensitivity = outer * inner * body.seconds / time;
  }
  std::stable_sort(bounds.begin(), bounds.end(), [](const Bound& a, const Bound& b) { return a.seconds > b.seconds; });
}

}  // namespace

TimeEstimate estimate_time(const TimeFeatures& features, const TimeParameters& parameters) {
  TimeEstimate estimate;
  estimate.from_machine_code = features.from_machine_code;
  estimate.launch_seconds = parameters.launch_seconds;
  estimate.exponent = parameters.exponent;
  estimate.latency_exponent = parameters.latency_exponent;
  const Spread spread = spread_of(features, parameters);
  estimate.waves = spread.waves;
  estimate.occupancy_warps = features.resident_blocks * features.warps_per_block;
  estimate.bounds = time_bounds(features, parameters, spread);
  estimate.latency_parts = latency_parts(features, parameters);
  const Body body = body_of(estimate.bounds, parameters);
  const double ideal = body_of(time_bounds(features, parameters, even(spread, parameters)), parameters).seconds;
  estimate.tail = ideal > 0 ? body.seconds / ideal : 1;
  estimate.seconds = body.seconds + parameters.launch_seconds;
  estimate.order_error = parameters.order_error;
  const double error = std::hypot(parameters.relative_error, k_sampling_width * features.sampling_error);
  estimate.low_seconds = estimate.seconds / (1 + error);
  estimate.high_seconds = estimate.seconds * (1 + error);
  weigh(estimate.bounds, body, estimate.seconds, parameters);
  if (estimate.bounds.size() > 1 && estimate.bounds[0].seconds > 0) {
    estimate.headroom = estimate.bounds[1].seconds / estimate.bounds[0].seconds;
  }
  return estimate;
}

double modelled_seconds(const TimeFeatures& features, const TimeParameters& parameters) {
  const Spread spread = spread_of(features, parameters);
  return body_of(time_bounds(features, parameters, spread), parameters).seconds + parameters.launch_seconds;
}

// Minimal latencies for timed launches. A load from L2 takes half of the latency derived for a busy L2, which a pointer
// chase on a GH200 confirms (measured.toml). A store is visible after a quarter of it; together with the load that sees
// it, a hop from block to block takes 293 ns. On an H200 (driver 580.159.04, 1980 MHz, 2026-11-16) a chain of 1,954
// blocks took 269 ns per hop.
Pace pace_of(const TimeParameters& p) {
  const auto cycles = [](double value) { return static_cast<uint64_t>(std::lround(value)); };
  Pace pace;
  pace.l1 = cycles(p.l1_latency);
  pace.load = cycles(p.l2_latency / 2);
  pace.publish = cycles(p.l2_latency / 4);
  pace.shared = cycles(p.shared_latency);
  pace.barrier = cycles(p.barrier_cycles);
  pace.block = cycles(p.block_cycles);
  pace.start = p.start_cycles;
  pace.cycles_per_ns = p.clock_hz / 1e9;
  return pace;
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
