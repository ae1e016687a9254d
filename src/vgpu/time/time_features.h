// What the time model knows of a launch: counts of the whole grid and its shape, but no rate of any GPU.
//
// The features as JSON, next to a measured time, are the input for fitting the model's constants.
#pragma once

#include <string>
#include <string_view>

#include "hardware/occupancy.h"
#include "util/result.h"
#include "util/text/json.h"
#include "vgpu/machine/launch_state.h"
#include "vgpu/program/counters.h"
#include "vgpu/program/program.h"
#include "vgpu/sass/machine_counts.h"
#include "vgpu/time/expansion.h"
#include "vgpu/time/warp_path.h"

namespace whet::vgpu {

constexpr double k_sector = 32;  // bytes

struct TimeFeatures {
  bool from_machine_code = false;
  // Shape.
  double blocks = 0, warps_per_block = 0, resident_blocks = 0;  // in the grid; per block; that an SM holds at once

  // Warp instructions by pipe.
  double issued = 0;
  double fp32 = 0, int_multiply = 0, alu = 0, fp64 = 0, fp16 = 0, special = 0, lsu = 0, uniform = 0;
  // Multiply-adds of tensor instructions by type: of one warp (mma), and of four warps together (wgmma, tcgen05).
  double mma_f16 = 0, mma_tf32 = 0, mma_f8 = 0, mma_i8 = 0, mma_f64 = 0;
  double group_f16 = 0, group_tf32 = 0, group_f8 = 0, group_i8 = 0;

  // Memory.
  double shared_wavefronts = 0;
  double global_requests = 0, global_lines = 0, global_sectors = 0;  // at L1
  double l2_bytes = 0, dram_bytes = 0;
  double l2_write_bytes = 0;                    // part of l2_bytes: stores
  double store_lines = 0;                       // lines in stores, which L1 sends to L2 one by one
  double dirty_bytes = 0;                       // part of dram_bytes: written, and still in L2 at the end
  double lone_bytes = 0;                        // DRAM: isolated sectors, of whose line little else is accessed
  double fill_bytes = 0;                        // DRAM: partly written sectors, which are read first
  double atomic_serial = 0;                     // shared memory: most lanes on one address, summed over requests
  double atomic_sectors = 0, atomic_lines = 0;  // global memory
  double hot_sectors = 0, hot_lanes = 0, hot_slow_lanes = 0;  // see HotLine

  // One warp alone, on average: cycles of fixed latency, and how many full latencies of each kind it waits for.
  double path_stalls = 0;
  double path_shared = 0, path_short = 0, path_barriers = 0;
  double path_l1 = 0, path_l2 = 0, path_dram = 0;  // loads, by the memory that the data comes from

  // How the blocks are distributed over the SMs: see BlockDeal.
  double instructions = 0;  // of PTX, in all warps: the measure of a block's work
  double work_share = 0, traffic_share = 0, rounds = 0;
  double course_cycles = 0;   // of a timed launch: until its last block was done; 0: not timed
  double sampling_error = 0;  // relative, of totals; 0: all blocks were run
};

struct TimeInputs {
  const Program* program = nullptr;
  const Counts* counts = nullptr;          // of the whole grid
  const MachineCounts* machine = nullptr;  // nullptr: PTX counts with a table of expansions
  const KernelCode* code = nullptr;
  const LaunchConfig* config = nullptr;
  uint32_t sms = 1;           // of the GPU
  int registers = 0;          // per thread
  uint64_t shared_bytes = 0;  // per block, static and dynamic
};

// Replaces the work estimated from a sample by that of all blocks.
void settle_work(TimeFeatures& features, const GridWork& work, uint32_t sms);

TimeFeatures time_features(const TimeInputs& inputs, const Occupancy& resident, const Expansions& expansions);

// What one warp waits for at each machine instruction, over all times that it executes it, on average over the warps.
// The sums are the features path_*. `inputs` has machine code.
std::vector<WarpPath> machine_paths(const TimeInputs& inputs);

Json to_json(const TimeFeatures& features);
// Errors call the text `name`. It is an error if a member is missing or has the wrong type.
Result<TimeFeatures> time_features_from_json(const Json& json, const std::string& name);

}  // namespace whet::vgpu
