// What all workers of one launch share: the program, memory, the shape, options, and what was found.
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
  std::string parameters;            // the kernel's parameter bytes, laid out as Program::param_offsets says
  std::optional<Dim3> cluster = {};  // blocks of a cluster, in place of what the kernel itself says
};

// Caches of the named GPU, as far as the counting needs them.
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
  bool deterministic = true;                 // same result whatever the number of threads
  uint64_t sample_blocks = 0;                // 0: all; k_as_needed; else about so many: see sampling.h
  uint64_t quick_instructions = 10'000'000;  // of warps: what k_as_needed runs
  uint64_t budget = 1ull << 32;              // instructions a warp may execute
  bool go_on = false;                        // after stray accesses that a GPU would let pass
  LaunchOrder order;                         // of blocks and warps; of launches that are not counted
  Surroundings surroundings;                 // what no GPU promises
  CacheSizes caches;
  Pace pace;  // not known: launches keep no time
  // Per instruction of the program: bytes a lane that the machine code moves where PTX says less (merged accesses), 0
  // where the machine code has no such access, k_width_as_ptx where it has no plain access; k_one_lane is added where
  // one lane does an atomic for its warp. Empty: as PTX says.
  std::vector<uint8_t> machine_widths;
};

// Findings of one launch, put together by kind and instruction.
class FaultLog {
 public:
  void add(Fault fault);
  // Counts one more of this kind at this instruction; false when there was none yet.
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
  uint64_t parameter_address = 0;      // of the parameters in global memory, for kernels that take their address
  uint64_t grid_workspace = 0;         // global memory behind cooperative groups' grid barrier
  LaunchObserver* observer = nullptr;  // with checks on
  FaultLog faults;
  std::atomic<bool> stopped = false;
  bool many_threads = false;
  bool short_turns = false;   // warps take turns often, so that they reach the caches together
  bool side_by_side = false;  // and so do the blocks that an SM holds
  bool timed = false;         // blocks and warps run in the order of their clocks
  bool reordered = false;     // options->order is not the usual one
  std::mutex print_mutex;
  std::string printed;
  uint32_t warps_per_block = 0;
  Dim3 cluster;                   // blocks of one
  bool explicit_cluster = false;  // the kernel or the launch asks for clusters
  uint32_t shared_bytes = 0;      // static and dynamic
  uint32_t local_bytes = 0;       // a thread, calls included
  uint64_t threads_per_block = 0;
};

}  // namespace whet::vgpu
