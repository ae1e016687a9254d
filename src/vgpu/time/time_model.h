// How long a launch would take on a named GPU: a smooth maximum over its bounds, plus the launch.
//
// The model is transparent: every bound is a count divided by a rate of the GPU's fact sheet, so the report can say
// which one binds, which comes next, and what a change of each count would gain.
//
//   work = (sum of bound^p)^(1/p)            bounds of an SM are those of the busiest one: blocks are indivisible
//   time = (work^q + latency^q + start^q)^(1/q) + launch      q is small: queueing adds to latency, and blocks are
//                                                             started one by one
//   time = max(time, course)     if blocks wait for one another, sleep or read a clock: see machine/timed_run.h
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hardware/gpu.h"
#include "util/result.h"
#include "util/system/knowledge.h"
#include "vgpu/time/expansion.h"
#include "vgpu/time/time_features.h"

namespace whet::vgpu {

// Rates and latencies of one GPU, from its fact sheet or, if that has none, from calibration.
struct TimeParameters {
  std::string gpu;
  double sms = 0, clock_hz = 0, issue_per_clock = 4;
  double fp32 = 0, int_multiply = 0, int32 = 0, fp64 = 0, fp16 = 0, special = 0, lsu = 0;  // lanes per clock per SM
  // Multiply-adds per clock per SM.
  double tensor_f16 = 0, tensor_tf32 = 0, tensor_f8 = 0, tensor_i8 = 0, tensor_f64 = 0;
  double shared_bytes = 128;                                  // per clock per SM
  double l2_bytes_per_second = 0, dram_bytes_per_second = 0;  // peak
  // Fitted on kernels measured on that GPU (or, if none were, on the H200; the error range is wider then).
  double exponent = 0, latency_exponent = 0;
  double issue_efficiency = 0, pipe_efficiency = 0, dram_efficiency = 0, l2_efficiency = 0;
  double mma_efficiency = 0;  // fraction of the tensor cores' peak that mma.sync reaches, if wgmma reaches all of it
  double l2_write_cost = 0;   // of a byte written to L2, relative to a byte read
  double l2_line_cost = 0;    // of a line of a store, in bytes read
  double lone_cost = 0;       // extra cost of an isolated byte of DRAM
  double l1_line_cycles = 0;  // per line lookup
  double l1_bytes = 0;        // per clock per SM
  double shared_latency = 0, l1_latency = 0, l2_latency = 0, dram_latency = 0, short_latency = 0;  // cycles
  double barrier_cycles = 0;
  double atomic_cycles = 0;         // between two lanes at one address of shared memory
  double hot_atomic_cycles = 0;     // between two sectors at one line of global memory
  double hot_lane_cycles = 0;       // between two lanes at one address of global memory
  double slow_lane_cycles = 0;      // in addition, if lanes are not merged
  double atomic_sector_cycles = 0;  // per sector of an atomic, with all slices of L2 working
  double sm_bytes = 0;              // per clock between an SM and L2
  double block_cycles = 0;          // to start and end a block
  double start_cycles = 0;          // between the starts of two blocks, anywhere on the chip
  double dirty_cost = 0;            // of a byte that is still in L2 when the kernel ends, relative to a byte of DRAM
  double launch_seconds = 0;
  double relative_error = 0;  // for kernels not used in the fit: half width of the range shown
  // Modelled times of two variants that differ by less than this fraction may be in the wrong order.
  double order_error = 0;
  std::string calibrated_on;  // "h200"
  Expansions expansions;      // for launches without machine code
};

// Reads the fact sheet, measurements of that GPU, and hardware/calibration/. An error names the missing fact.
Result<TimeParameters> time_parameters(const Gpu& gpu, const Knowledge& knowledge);

// A short text that differs wherever the rates do.
std::string model_digest(const TimeParameters& parameters);

// The minimal latencies of that GPU.
Pace pace_of(const TimeParameters& parameters);

struct Bound {
  std::string name;    // "DRAM", "issue", "FP32 pipe", "shared memory", "latency"
  double seconds = 0;  // if nothing else bounded the launch
  double share_of_time = 0;
  double sensitivity = 0;  // relative change of the whole time per relative change of this bound's count
};

// A part of the latency bound: what one warp alone spends its time on.
struct LatencyPart {
  std::string_view name;  // "issue", "global memory", "shared memory", "short waits", "barriers"
  double cycles = 0;      // per warp, on average
};

// The same at one machine instruction, over all times that a warp executes it.
struct InstructionWaits {
  double issue = 0, global = 0, shared = 0, brief = 0, barriers = 0;  // cycles, on average over the warps

  double sum() const { return issue + global + shared + brief + barriers; }
};
std::vector<InstructionWaits> instruction_waits(const TimeInputs& inputs, const TimeParameters& parameters);

struct TimeEstimate {
  double seconds = 0, low_seconds = 0, high_seconds = 0;
  double order_error = 0;                  // see TimeParameters
  std::vector<Bound> bounds;               // slowest first
  std::vector<LatencyPart> latency_parts;  // longest first
  double waves = 0, launch_seconds = 0;
  double tail = 1;                            // time relative to that with a full last wave and equally busy SMs
  double occupancy_warps = 0;                 // resident per SM
  double headroom = 0;                        // second bound relative to the first
  double exponent = 0, latency_exponent = 0;  // of the model: see TimeParameters
  bool from_machine_code = false;
};

TimeEstimate estimate_time(const TimeFeatures& features, const TimeParameters& parameters);
// Only the seconds of the estimate.
double modelled_seconds(const TimeFeatures& features, const TimeParameters& parameters);
Result<TimeEstimate> estimate_time(const TimeInputs& inputs, const TimeParameters& parameters, const Gpu& gpu);

}  // namespace whet::vgpu
