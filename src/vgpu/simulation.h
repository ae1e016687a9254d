// The entry point of the virtual GPU: one launch through all its stages.
//
//   Program ─► run (blocks, checks) ─► Counts ─► of the whole grid ─► of the machine code ─► metrics, features ─► time
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "binary/lines/line_map.h"
#include "hardware/gpu.h"
#include "hardware/occupancy.h"
#include "util/result.h"
#include "util/system/knowledge.h"
#include "vgpu/check/checked_run.h"
#include "vgpu/sass/machine_counts.h"
#include "vgpu/time/metrics.h"
#include "vgpu/time/time_model.h"

namespace whet::vgpu {

// A kernel as it was built: the PTX that is run, and the machine code that is timed.
struct SimulatedKernel {
  std::shared_ptr<const Program> program;
  std::shared_ptr<const KernelCode> code;  // nullptr: no machine code; times come from PTX and a table of expansions
  const LineMap* lines = nullptr;          // of the machine code
  int registers = 0;                       // per thread
  uint64_t shared_bytes = 0;               // per block, static and dynamic
  Occupancy resident;
};

struct Simulation {
  RunResult result;                      // as run; a sample is not scaled
  Counts grid;                           // scaled to the whole grid
  std::optional<MachineCounts> machine;  // of the whole grid
  std::vector<NamedCount> metrics;       // of the whole grid
  TimeFeatures features;
  std::vector<InstructionWaits> waits;  // of each machine instruction; empty without machine code
  std::optional<TimeEstimate> time;     // absent when the launch did not finish or was not counted
};

// `options.machine_widths` is filled in from the machine code. `rates`: nullptr where the launch is not counted.
Result<Simulation> simulate(const SimulatedKernel& kernel, const LaunchConfig& config, GlobalMemory& memory,
                            RunOptions options, const CheckSet& checks, const TimeParameters* rates);

}  // namespace whet::vgpu
