#include "write/predict.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "hardware/occupancy.h"

namespace whet::write {

namespace {

constexpr double k_kept_share = 0.7;    // of L2 that what is used again may take
constexpr double k_cycles_each = 2.2;   // of a warp alone from one instruction to the next, on average
constexpr double k_next_launch = 0.35;  // of a launch's time that a further one in the same stream takes
constexpr double k_enough_warps = 32;   // on an SM, that keep its units busy
constexpr double k_few_warps_power = 0.4;
constexpr double k_most_registers = 255, k_all_registers = 65536;

using vgpu::TimeFeatures;

Occupancy resident_of(const LaunchWork& work, const PredictionRates& rates) {
  BlockUse use;
  use.threads = static_cast<int>(work.threads);
  const double most = std::min(k_most_registers, k_all_registers / std::max(1.0, work.threads));
  use.registers = static_cast<int>(std::clamp(work.registers, 16.0, most));
  use.shared_bytes = static_cast<int>(work.shared_bytes);
  const auto found = occupancy(use, rates.limits);
  if (found && found->blocks > 0) return *found;
  Occupancy one;
  one.blocks = 1;
  return one;
}

// What L2 is asked for and what memory: sectors that are asked for again come from a cache if they are still there.
void count_array(const ArrayTraffic& array, bool is_known, double resident, const PredictionRates& rates,
                 TimeFeatures& features) {
  const double sms = rates.time.sms, kept = k_kept_share * rates.l2_bytes;
  double requested = array.requested;
  const double first = std::min(array.touched, array.requested);
  if (array.between > 0 && array.between * resident <= rates.l1_bytes / 2) requested = first;
  if (array.touched <= rates.l1_bytes / 2) requested = std::min(requested, std::max(first, 4 * sms * array.touched));
  const double distance = array.between > 0 ? array.between * resident * sms : array.touched;
  const double missed = std::clamp(distance / std::max(kept, 1.0) - 1, 0.0, 1.0);
  const bool is_near = is_known && array.touched <= kept;
  features.l2_bytes += requested + array.stored;  // atomics are counted with their sectors
  features.l2_write_bytes += array.stored;
  const double updated = std::min(array.touched, array.updated);
  const double read = (is_near ? 0 : std::max(first, updated)) + missed * std::max(0.0, requested - first);
  const double written = array.stored > 0 || array.updated > 0 ? array.touched : 0;
  features.dram_bytes += read + written;
  features.dirty_bytes += std::min(written, rates.l2_bytes / 2);
  features.lone_bytes += is_near ? 0 : array.lone;
}

void count_memory(const LaunchWork& work, const std::set<std::string>& known, double resident,
                  const PredictionRates& rates, TimeFeatures& features) {
  for (const ArrayTraffic& array : work.arrays)
    count_array(array, known.contains(array.array), resident, rates, features);
  features.dirty_bytes = std::min(features.dirty_bytes, rates.l2_bytes / 2);
  features.l2_bytes += 32 * work.atomic_sectors;
  features.global_lines = work.lines;
  features.global_sectors = work.sectors;
  features.store_lines = work.store_lines;
  features.atomic_sectors = work.atomic_sectors;
  features.hot_sectors = work.hot_sectors;
  features.hot_lanes = work.hot_lanes;
  features.shared_wavefronts = work.shared_wavefronts;
  features.atomic_serial = work.shared_atomics;
}

// Blocks are indivisible: the busiest SM has one more than the others.
void spread(const LaunchWork& work, double resident, const PredictionRates& rates, TimeFeatures& features) {
  const double sms = rates.time.sms, waves = work.blocks / (sms * resident);
  features.blocks = work.blocks;
  features.warps_per_block = std::ceil(work.threads / 32);
  features.resident_blocks = resident;
  const double even = 1 / sms, most = std::ceil(work.blocks / sms) / work.blocks;
  features.work_share = std::max(even, std::min(most, even + 1 / work.blocks));
  features.traffic_share = features.work_share;
  features.rounds = waves <= 1 ? 1 : waves + 0.5;
}

// With few warps on an SM some instructions wait for others, and blocks that load for blocks that compute.
double slowed_by_few_warps(const LaunchWork& work, double resident, const PredictionRates& rates) {
  const double blocks = std::min(resident, std::ceil(work.blocks / rates.time.sms));
  const double warps = std::max(1.0, blocks * std::ceil(work.threads / 32));
  return std::pow(std::max(1.0, k_enough_warps / warps), k_few_warps_power);
}

TimeFeatures features_of(const LaunchWork& work, const std::set<std::string>& known, const PredictionRates& rates) {
  TimeFeatures features;
  const double resident = resident_of(work, rates).blocks;
  const double slowed = slowed_by_few_warps(work, resident, rates);
  features.issued = slowed * work.issued();
  features.fp32 = slowed * work.fp32;
  features.alu = slowed * work.integer;
  features.fp64 = slowed * work.fp64;
  features.special = slowed * work.special;
  features.lsu = work.memory;
  count_memory(work, known, resident, rates, features);
  spread(work, resident, rates, features);
  const double warps = std::max(1.0, work.warps());
  features.path_stalls = k_cycles_each * work.issued() / warps;
  features.path_dram = work.waits;
  features.path_l2 = work.near_waits;
  features.path_l1 = work.l1_waits;
  features.path_shared = work.shared_waits;
  features.path_short = work.shuffles;
  features.path_barriers = work.barriers;
  return features;
}

}  // namespace

Result<PredictionRates> prediction_rates(const Gpu& gpu, const Knowledge& knowledge) {
  PredictionRates rates;
  TRY(time, vgpu::time_parameters(gpu, knowledge));
  TRY(limits, sm_limits(gpu.capability));
  rates.gpu = gpu.product.name;
  rates.time = std::move(time);
  rates.limits = limits;
  constexpr double k_mebi = 1024.0 * 1024.0, k_usual_l2 = 32;
  rates.l2_bytes = gpu.product.number("l2").value_or(k_usual_l2) * k_mebi;
  rates.l1_bytes = rates.limits.shared_bytes;
  if (gpu.measured) {
    if (gpu.measured->launch_seconds) rates.time.launch_seconds = *gpu.measured->launch_seconds;
    const auto& copied = gpu.measured->dram_copy;
    if (copied && rates.time.dram_bytes_per_second > 0)
      rates.time.dram_efficiency = std::min(1.0, *copied / rates.time.dram_bytes_per_second);
  }
  return rates;
}

std::optional<double> predicted_seconds(const WrittenKernel& kernel, size_t at_case, const PredictionRates& rates) {
  double seconds = 0;
  std::set<std::string> known;  // arrays that a launch before has used
  for (const WrittenLaunch& launch : kernel.launches) {
    if (at_case >= launch.work.size()) return std::nullopt;
    const LaunchWork& work = launch.work[at_case];
    const double body = vgpu::modelled_seconds(features_of(work, known, rates), rates.time) - rates.time.launch_seconds;
    seconds += body + (seconds == 0 ? 1 : k_next_launch) * rates.time.launch_seconds;
    for (const ArrayTraffic& array : work.arrays) known.insert(array.array);
  }
  return kernel.launches.empty() ? std::nullopt : std::optional(seconds);
}

std::optional<double> predicted_over_cases(const WrittenKernel& kernel, const std::vector<double>& weights,
                                           const PredictionRates& rates) {
  double sum = 0, all = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    const auto seconds = predicted_seconds(kernel, i, rates);
    if (!seconds) return std::nullopt;
    sum += weights[i] * std::log(*seconds);
    all += weights[i];
  }
  return all > 0 ? std::optional(std::exp(sum / all)) : std::nullopt;
}

}  // namespace whet::write
