// What the time model knows of a launch: counts of the whole grid and the shape, no rate of any GPU.
//
// Written as JSON beside a measured time, features are what a fit of the model's constants needs.
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

namespace whet::vgpu {

struct TimeFeatures {
  bool from_machine_code = false;
  // Shape.
  double blocks = 0, warps_per_block = 0, resident_blocks = 0;  // of the grid; of a block; an SM holds at once

  // Warp instructions by pipe.
  double issued = 0;
  double fp32 = 0, int_multiply = 0, alu = 0, fp64 = 0, fp16 = 0, special = 0, lsu = 0, uniform = 0;
  // Fused multiply-adds of tensor instructions by type: of one warp (mma), and of four together (wgmma, tcgen05).
  double mma_f16 = 0, mma_tf32 = 0, mma_f8 = 0, mma_i8 = 0, mma_f64 = 0;
  double group_f16 = 0, group_tf32 = 0, group_f8 = 0, group_i8 = 0;

  // Memory.
  double shared_wavefronts = 0;
  double global_requests = 0, global_lines = 0, global_sectors = 0;  // at L1
  double l2_bytes = 0, dram_bytes = 0;
  double l2_write_bytes = 0;                    // of these: stores
  double store_lines = 0;                       // lines of stores: what L1 sends on one by one
  double dirty_bytes = 0;                       // of dram_bytes: written, and still in L2 at the end
  double lone_bytes = 0;                        // DRAM: sectors whose line has few others wanted
  double fill_bytes = 0;                        // DRAM: sectors written in part, read first
  double atomic_serial = 0;                     // shared memory: lanes of the fullest address, summed over requests
  double atomic_sectors = 0, atomic_lines = 0;  // global memory
  double hot_sectors = 0, hot_lanes = 0, hot_slow_lanes = 0;  // see HotLine

  // One warp alone, on average: cycles of fixed latency, and how many full latencies it waits for each kind.
  double path_stalls = 0;
  double path_shared = 0, path_short = 0, path_barriers = 0;
  double path_l1 = 0, path_l2 = 0, path_dram = 0;  // loads, by where what they ask for comes from

  // How the blocks fall on the SMs: see BlockDeal.
  double instructions = 0;  // of PTX, of all warps: the measure of what a block does
  double work_share = 0, traffic_share = 0, rounds = 0;
  double course_cycles = 0;   // of a launch that kept time: until its last block was done; 0: it kept none
  double sampling_error = 0;  // relative, of totals; 0: all blocks were run
};

struct TimeInputs {
  const Program* program = nullptr;
  const Counts* counts = nullptr;          // of the whole grid
  const MachineCounts* machine = nullptr;  // nullptr: PTX counts with a table of expansions
  const KernelCode* code = nullptr;
  const LaunchConfig* config = nullptr;
  uint32_t sms = 1;           // of the GPU
  int registers = 0;          // a thread
  uint64_t shared_bytes = 0;  // a block, static and dynamic
};

// Puts the work of all blocks in the place of what a sample of them told.
void settle_work(TimeFeatures& features, const GridWork& work, uint32_t sms);

TimeFeatures time_features(const TimeInputs& inputs, const Occupancy& resident, const Expansions& expansions);

Json to_json(const TimeFeatures& features);
// `name` is what errors call the text. A member that is missing or of another kind is an error.
Result<TimeFeatures> time_features_from_json(const Json& json, const std::string& name);

}  // namespace whet::vgpu
