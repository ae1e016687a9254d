#include "judge/timing/floor.h"

#include <algorithm>

#include <fmt/format.h>

namespace whet {

namespace {

constexpr double k_sheet_tolerance = 0.05;     // rounded figures, or a clock slightly above the data sheet's
constexpr double k_measured_tolerance = 0.25;  // others may achieve more than the one who measured
constexpr double k_launch_tolerance = 0.25;    // the noise of an empty kernel

double l2_bytes(const Gpu& gpu) {
  const Fact* const fact = gpu.product.find("l2");
  if (!fact || !fact->number()) return 0;
  return *fact->number() * (fact->unit == "MiB" ? 1048576.0 : fact->unit == "KiB" ? 1024.0 : 1e6);
}

std::vector<Math> allowed_math(PrecisionClass precision) {
  switch (precision) {
    case PrecisionClass::exact:
      return {k_all_math.begin(), k_all_math.end()};
    case PrecisionClass::fp64:
      return {Math::fp64, Math::fp64_tensor, Math::fp32};
    case PrecisionClass::fp32:
      return {Math::fp32, Math::fp64, Math::fp64_tensor};
    case PrecisionClass::tf32:
      return {Math::tf32_tensor, Math::fp32};
    case PrecisionClass::fp16:
    case PrecisionClass::bf16:
      return {Math::fp16_tensor, Math::bf16_tensor, Math::tf32_tensor, Math::fp32};
    case PrecisionClass::fp8:
      return {Math::fp8_tensor, Math::int8_tensor, Math::fp16_tensor, Math::fp32};
  }
  return {};
}

void add_memory(PhysicsFloor& floor, const FloorInput& input, const Gpu& gpu, const Ceilings& limits,
                const std::optional<Rate>& l2_rate) {
  if (!input.bytes) return;
  const double l2 = l2_bytes(gpu);
  const bool hot = input.cache == SamplingPlan::Cache::hot;
  const double without_dram = hot ? l2 : std::min(input.output_bytes, l2);
  if (const double bytes = *input.bytes - without_dram; bytes > 0 && limits.dram && l2 > 0)
    floor.bounds.push_back({"DRAM bandwidth", bytes / limits.dram->per_second, k_sheet_tolerance, limits.dram->source,
                            limits.dram->origin});
  if (l2_rate)
    floor.bounds.push_back(
        {"L2 bandwidth", *input.bytes / l2_rate->per_second, k_measured_tolerance, l2_rate->source, l2_rate->origin});
}

PhysicsFloor bounds_by(const FloorInput& input, const Gpu& gpu, const Ceilings& limits,
                       const std::optional<Rate>& l2_rate, double split_products) {
  PhysicsFloor floor;
  add_memory(floor, input, gpu, limits, l2_rate);
  if (const auto peak = fastest_math(limits, input, split_products); peak && input.flops && *input.flops > 0) {
    const std::string of_split = is_of_split(peak->first, input) ? " for split numbers" : "";
    floor.bounds.push_back({std::string(math_name(peak->first)) + " peak" + of_split,
                            *input.flops / peak->second.per_second, k_sheet_tolerance, peak->second.source,
                            peak->second.origin});
  }
  if (input.empty_seconds > 0) floor.bounds.push_back({"launch", input.empty_seconds, k_launch_tolerance, ""});
  std::stable_sort(floor.bounds.begin(), floor.bounds.end(),
                   [](const FloorBound& a, const FloorBound& b) { return a.seconds > b.seconds; });
  return floor;
}

}  // namespace

bool is_of_split(Math math, const FloorInput& input) {
  return input.allows_split && math == Math::tf32_tensor;
}

std::optional<std::pair<Math, Rate>> fastest_math(const Ceilings& ceilings, const FloorInput& input,
                                                  double split_products) {
  std::vector<Math> allowed = allowed_math(input.precision);
  if (input.allows_split) allowed.push_back(Math::tf32_tensor);
  std::optional<std::pair<Math, Rate>> best;
  for (const Math math : allowed) {
    std::optional<Rate> rate = ceilings.peak(math);
    if (rate && is_of_split(math, input)) rate->per_second /= split_products;
    if (rate && (!best || rate->per_second > best->second.per_second)) best = {math, *rate};
  }
  return best;
}

const FloorBound* PhysicsFloor::broken_by(double seconds) const {
  for (const FloorBound& bound : bounds) {
    if (seconds < bound.seconds * (1 - bound.tolerance)) return &bound;
  }
  return nullptr;
}

std::string PhysicsFloor::violation(double seconds) const {
  const FloorBound* const bound = broken_by(seconds);
  if (!bound) return {};
  return fmt::format("{:.4g} us is less than the {} allows: {:.4g} us", 1e6 * seconds, bound->name,
                     1e6 * bound->seconds);
}

// What was measured on this GPU is what kernels reach there, and no limit of what they could: for a floor the data
// sheet counts.
PhysicsFloor physics_floor(const FloorInput& input, const Gpu& gpu, const std::vector<Measurement>& measurements) {
  return bounds_by(input, gpu, sheet_ceilings(gpu), published_l2_rate(gpu, measurements), 1);
}

PhysicsFloor sampled_floor(FloorInput work, SamplingPlan::Cache cache, const Sampling& sampling, const Gpu& gpu,
                           const std::vector<Measurement>& measurements) {
  work.cache = cache;
  work.empty_seconds = sampling.empty_seconds;
  if (work.is_bytes_derived) work.bytes.reset();
  if (work.is_flops_derived) work.flops.reset();
  return physics_floor(work, gpu, measurements);
}

PhysicsFloor roofline(FloorInput input, const Gpu& gpu, const std::vector<Measurement>& measurements) {
  input.output_bytes = 0;
  if (!input.bytes && !input.flops) return {};  // a launch alone says nothing about the work
  return bounds_by(input, gpu, ceilings(gpu), l2_rate(gpu, measurements), k_split_products);
}

FloorInput floor_input(const Problem& problem, const ResolvedCase& resolved) {
  FloorInput input;
  input.bytes = resolved.bytes;
  input.flops = resolved.flops;
  input.is_bytes_derived = resolved.is_bytes_derived;
  input.is_flops_derived = resolved.is_flops_derived;
  input.precision = problem.precision.value_or(PrecisionClass::exact);
  input.allows_split = problem.allows_split;
  for (const ResolvedArgument& argument : resolved.arguments) {
    const bool written = argument.role == ArgumentRole::out || argument.role == ArgumentRole::inout;
    if (argument.is_scalar || !written) continue;
    input.output_bytes += static_cast<double>(argument.bytes);
    // With several outputs, the least exact class is used.
    if (!problem.precision) input.precision = std::max(input.precision, precision_of(argument.type));
  }
  return input;
}

}  // namespace whet
