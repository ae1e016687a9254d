#include "vgpu/time/time_bounds.h"

#include <algorithm>
#include <cmath>

namespace whet::vgpu {

namespace {

constexpr double k_warp = 32, k_wavefront = 128;

// Cycles of a pipe: the lanes of all warp instructions divided by lanes per clock.
double pipe(double warps, double lanes_per_clock) {
  return warps > 0 && lanes_per_clock > 0 ? warps * k_warp / lanes_per_clock : 0;
}

double work(double amount, double per_clock) {
  return amount > 0 && per_clock > 0 ? amount / per_clock : 0;
}

double tensor_cycles(const TimeFeatures& f, const TimeParameters& p) {
  return (work(f.mma_f16, p.tensor_f16) + work(f.mma_tf32, p.tensor_tf32) + work(f.mma_f8, p.tensor_f8) +
          work(f.mma_i8, p.tensor_i8)) /
             p.mma_efficiency +
         work(f.mma_f64, p.tensor_f64) + work(f.group_f16, p.tensor_f16) + work(f.group_tf32, p.tensor_tf32) +
         work(f.group_f8, p.tensor_f8) + work(f.group_i8, p.tensor_i8);
}

double load_waits(const LoadMix& from, const TimeParameters& p) {
  return from.l1 * p.l1_latency + from.l2 * p.l2_latency + from.dram * p.dram_latency;
}

// Atomics on the most used line are serialised; all atomics together keep the slices of L2 busy.
double atomic_seconds(const TimeFeatures& f, const TimeParameters& p) {
  const double lanes = f.hot_lanes * p.hot_lane_cycles + f.hot_slow_lanes * p.slow_lane_cycles;
  return std::max(std::max(f.hot_sectors * p.hot_atomic_cycles, lanes), f.atomic_sectors * p.atomic_sector_cycles) /
         p.clock_hz;
}

}  // namespace

Spread spread_of(const TimeFeatures& f, const TimeParameters& p) {
  Spread spread;
  spread.share = f.work_share;
  spread.traffic = f.traffic_share;
  spread.waves = f.blocks / (p.sms * std::max(1.0, f.resident_blocks));
  spread.rounds = f.rounds;
  const double warps = std::min(std::ceil(f.blocks / p.sms), f.resident_blocks) * f.warps_per_block;
  spread.partitions = std::clamp(warps, 1.0, p.issue_per_clock);
  return spread;
}

Spread even(Spread spread, const TimeParameters& p) {
  spread.share = std::min(spread.share, 1 / p.sms);
  spread.traffic = std::min(spread.traffic, 1 / p.sms);
  spread.rounds = std::min(spread.rounds, spread.waves);
  return spread;
}

std::vector<LatencyPart> latency_parts(const TimeFeatures& f, const TimeParameters& p) {
  std::vector<LatencyPart> parts{
      {"issue", f.path_stalls},
      {"global memory", load_waits({f.path_l1, f.path_l2, f.path_dram}, p)},
      {"shared memory", f.path_shared * p.shared_latency},
      {"short waits", f.path_short * p.short_latency},
      {"barriers", f.path_barriers * p.barrier_cycles},
  };
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
  return parts;
}

std::vector<InstructionWaits> instruction_waits(const TimeInputs& inputs, const TimeParameters& p) {
  std::vector<InstructionWaits> waits;
  for (const WarpPath& path : machine_paths(inputs))
    waits.push_back({path.stalls, load_waits(path.global, p), path.shared * p.shared_latency,
                     path.brief * p.short_latency, path.barriers * p.barrier_cycles});
  return waits;
}

std::vector<Bound> time_bounds(const TimeFeatures& f, const TimeParameters& p, const Spread& spread) {
  // Convert cycles of one SM for the whole grid into seconds of the busiest SM; a pipe has one part per scheduler.
  const auto sm = [&](double cycles) { return cycles * spread.share / p.clock_hz; };
  const auto parted = [&](double cycles) { return sm(cycles) * p.issue_per_clock / spread.partitions; };
  const auto math = [&](double cycles) { return parted(cycles) / p.pipe_efficiency; };
  double path = 0;
  for (const LatencyPart& part : latency_parts(f, p)) path += part.cycles;
  const double l1 = std::max(f.global_lines * p.l1_line_cycles, work(f.global_sectors * k_sector, p.l1_bytes));
  const double l2 = f.l2_bytes + (p.l2_write_cost - 1) * f.l2_write_bytes + p.l2_line_cost * f.store_lines;
  const double dram = f.dram_bytes + f.fill_bytes + p.lone_cost * f.lone_bytes - (1 - p.dirty_cost) * f.dirty_bytes;
  std::vector<Bound> bounds{
      {"issue", parted(f.issued / (p.issue_per_clock * p.issue_efficiency))},
      {"FP32 pipe", math(pipe(f.fp32, p.fp32) + pipe(f.int_multiply, p.int_multiply))},
      {"ALU pipe", math(pipe(f.alu, p.int32))},
      {"FP64 pipe", math(pipe(f.fp64, p.fp64))},
      {"FP16 pipe", math(pipe(f.fp16, p.fp16))},
      {"special function unit", math(pipe(f.special, p.special))},
      {"tensor cores", parted(tensor_cycles(f, p))},
      {"load/store issue", sm(pipe(f.lsu, p.lsu))},
      {"shared memory", sm(work(f.shared_wavefronts * k_wavefront, p.shared_bytes))},
      {"L1 cache", sm(l1)},
      {"traffic of an SM", spread.traffic * f.l2_bytes / p.sm_bytes / p.clock_hz},
      {"shared atomics", sm(f.atomic_serial * p.atomic_cycles)},
      {"global atomics", atomic_seconds(f, p)},
      {std::string(k_start_bound), f.blocks * p.start_cycles / p.clock_hz},
      {"L2 cache", l2 / (p.l2_efficiency * p.l2_bytes_per_second)},
      {"DRAM", dram / (p.dram_efficiency * p.dram_bytes_per_second)},
      {std::string(k_latency_bound), (path * spread.rounds + p.block_cycles * std::ceil(spread.waves)) / p.clock_hz},
  };
  if (f.course_cycles > 0) bounds.push_back({std::string(k_waiting_bound), f.course_cycles / p.clock_hz});
  return bounds;
}

}  // namespace whet::vgpu
