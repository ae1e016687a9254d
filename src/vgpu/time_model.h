// How long a launch would take on a named GPU: a smooth maximum over what could bind it, plus tail and launch.
//
// The model is transparent: every bound is a count divided by a rate of the GPU's fact sheet, so the report can say
// which binds, which comes next, and what a change of each count would bring.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binary/kernel_code.h"
#include "hardware/gpu.h"
#include "hardware/occupancy.h"
#include "util/knowledge.h"
#include "util/result.h"
#include "vgpu/counters.h"
#include "vgpu/launch_state.h"
#include "vgpu/machine_counts.h"
#include "vgpu/program.h"

namespace whet::vgpu {

// Rates and latencies of one GPU, each from its fact sheet or, where the sheet has none, from calibration.
struct TimeParameters {
  std::string gpu;
  double sms = 0, clock_hz = 0, issue_per_clock = 4;
  double fp32 = 0, int32 = 0, fp64 = 0, fp16 = 0, special = 0, lsu = 0;  // lanes per clock per SM
  double tensor_fp16_flops = 0;                                           // dense, per clock per SM
  double shared_bytes = 128, l1_bytes = 64;                               // per clock per SM
  double l2_bytes_per_second = 0, dram_bytes_per_second = 0;
  double shared_latency = 0, l1_latency = 0, l2_latency = 0, dram_latency = 0;  // cycles
  double launch_seconds = 0;
  // Fitted on kernels measured on that GPU (or, where none was measured, on the H200; the error range says so).
  double exponent = 4, dram_efficiency = 0.9, l2_efficiency = 0.7, barrier_cycles = 30, atomic_cycles = 4;
  double relative_error = 0.5;  // of the calibration set: half width of the range shown
  std::string calibrated_on;    // "H200"
};

// Reads the fact sheet and knowledge/hardware/calibration/.
Result<TimeParameters> time_parameters(const Gpu& gpu, const Knowledge& knowledge);

struct Bound {
  std::string name;    // "DRAM", "issue", "FP32 pipe", "shared memory", "latency"
  double seconds = 0;  // had nothing else bound it
  double share_of_time = 0;
  double sensitivity = 0;  // relative change of the whole time per relative change of this bound's count
};

struct TimeEstimate {
  double seconds = 0, low_seconds = 0, high_seconds = 0;
  std::vector<Bound> bounds;  // slowest first
  double waves = 0, tail = 1, launch_seconds = 0;
  double occupancy_warps = 0;  // resident per SM
  double headroom = 0;         // second bound over the first
  bool from_machine_code = false;
};

struct TimeInputs {
  const Program* program = nullptr;
  const Counts* counts = nullptr;            // of the whole grid
  const MachineCounts* machine = nullptr;    // nullptr: PTX counts with a table of expansions
  const KernelCode* code = nullptr;
  const LaunchConfig* config = nullptr;
  int registers = 0;          // a thread
  uint64_t shared_bytes = 0;  // a block, static and dynamic
};

Result<TimeEstimate> estimate_time(const TimeInputs& inputs, const TimeParameters& parameters, const Gpu& gpu);

}  // namespace whet::vgpu
