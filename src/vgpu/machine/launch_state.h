// What all workers of one launch share: the program, memory, launch shape, options and findings.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "vgpu/memory/global_memory.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/launch_order.h"
#include "vgpu/program/pace.h"
#include "vgpu/program/program.h"
#include "vgpu/program/surroundings.h"

namespace whet::vgpu {

class LaunchObserver;

struct LaunchConfig {
  Dim3 grid, block;
  uint64_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  std::string parameters;            // the kernel's parameter bytes, laid out by Program::param_offsets
  std::optional<Dim3> cluster = {};  // blocks per cluster; overrides what the kernel declares
};

// The caches of the modelled GPU, as far as counting needs them.
struct CacheSizes {
  uint32_t sms = 132;
  uint32_t blocks_per_sm = 1;  // resident at once
  uint64_t l1_bytes = 128 << 10;
  int l1_ways = 4;
  uint64_t l2_bytes = 50ull << 20;
  int l2_ways = 16;
};

inline constexpr uint8_t k_width_as_ptx = 255;
inline constexpr uint8_t k_one_lane = 128;

struct RunOptions {
  bool counted = true;
  int threads = 0;                           // host threads; 0: one per core
  bool deterministic = true;                 // same result for any number of threads
  uint64_t sample_blocks = 0;                // k_all_blocks, k_as_needed, or roughly how many to run: see sampling.h
  uint64_t quick_instructions = 10'000'000;  // warp instructions that k_as_needed runs
  uint64_t budget = 1ull << 32;              // most instructions that a warp may execute
  uint64_t launch_budget = ~0ull;            // and that the warps of one host thread may execute together
  bool go_on = false;                        // continue after an out-of-bounds access that a GPU would not trap
  LaunchOrder order;                         // of blocks and warps, in launches that are not counted
  Surroundings surroundings;                 // answers that no GPU guarantees, such as clocks
  CacheSizes caches;
  Pace pace;  // unknown: the launch is not timed
  // Per instruction: the bytes per lane that the machine code moves. A value above PTX's means that accesses were
  // merged, 0 that the machine code has no such access; k_width_as_ptx stands for instructions that are not plain
  // accesses. k_one_lane is added if one lane does an atomic for its warp. Empty: all as in PTX.
  std::vector<uint8_t> machine_widths;
};

// The findings of one launch, grouped by kind and instruction.
class FaultLog {
 public:
  void add(Fault fault);
  // Counts one more finding of this kind at this instruction; false if there was none before.
  bool repeat(FaultKind kind, uint32_t instruction);
  std::vector<Fault> take();
  bool empty() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Fault> faults_;
};

struct LaunchState {
  const Program* program = nullptr;
  const LaunchConfig* config = nullptr;
  const RunOptions* options = nullptr;
  GlobalMemory* memory = nullptr;
  // Address of the parameters in global memory, for kernels that take the address of a parameter.
  uint64_t parameter_address = 0;
  uint64_t grid_workspace = 0;         // global memory that cooperative groups use for the grid barrier
  LaunchObserver* observer = nullptr;  // nullptr: checks are off
  FaultLog faults;
  std::atomic<bool> stopped = false;
  bool many_threads = false;
  bool short_turns = false;   // warps switch often, so that their accesses reach the caches interleaved
  bool side_by_side = false;  // ... and so do the blocks that an SM holds
  bool timed = false;         // blocks and warps run in the order of their clocks
  bool reordered = false;     // options->order is not the default
  std::mutex print_mutex;
  std::string printed;
  uint32_t warps_per_block = 0;
  Dim3 cluster;                   // blocks per cluster
  bool explicit_cluster = false;  // the kernel or the launch requests clusters
  uint32_t shared_bytes = 0;      // static and dynamic
  uint32_t local_bytes = 0;       // per thread, including calls
  uint64_t threads_per_block = 0;
};

}  // namespace whet::vgpu
