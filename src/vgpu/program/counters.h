// What the virtual GPU counts while it runs a kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/program/block_work.h"

namespace whet::vgpu {

// Executions of one basic block or of one guarded instruction.
struct ExecutionCount {
  uint64_t warps = 0;  // times a warp executed it
  uint64_t lanes = 0;  // sum of active lanes
  void add(const ExecutionCount& other) {
    warps += other.warps;
    lanes += other.lanes;
  }
  bool operator==(const ExecutionCount&) const = default;
};

// What one memory instruction did. A sector has 32 bytes, a line 128.
struct AccessCount {
  uint64_t requests = 0;  // warp-wide accesses with at least one active lane
  uint64_t lanes = 0;
  uint64_t bytes = 0;                                 // accessed by the lanes
  uint64_t sectors = 0;                               // global: distinct ones, summed over requests
  uint64_t ideal_sectors = 0;                         // if the lanes' bytes were contiguous and aligned
  uint64_t lines = 0;                                 // global: distinct 128-byte lines (L1 tag lookups)
  uint64_t l1_hits = 0;                               // sectors
  uint64_t l2_reads = 0, l2_writes = 0, l2_hits = 0;  // sectors that reached L2, and hits among them
  uint64_t wavefronts = 0;                            // shared: cycles of the shared-memory pipe
  uint64_t ideal_wavefronts = 0;                      // shared: without bank conflicts
  uint64_t serial = 0;                                // atomics: most lanes on one address, summed over requests
  uint64_t late = 0;  // those of l1_hits that another warp requested at about the same time
  void add(const AccessCount& other);
  bool operator==(const AccessCount&) const = default;
};

// Atomics on one 128-byte line. Lanes on one address are serialised; those on several addresses of a sector are
// executed together. If several sectors are in use, they take turns.
struct HotLine {
  uint64_t sectors = 0;     // summed over requests; 0 if all are in one sector
  uint64_t lanes = 0;       // on the most used address, summed over requests
  uint64_t slow_lanes = 0;  // the same for operations that are not merged on the way to L2
  bool operator==(const HotLine&) const = default;
};

// The counts of one launch, by instruction index of the program.
struct Counts {
  std::vector<ExecutionCount> instructions;  // issued by warps; under a guard, lanes are those whose guard held
  std::vector<AccessCount> accesses;         // all zero for an instruction that accesses no memory
  std::vector<uint64_t> taken;               // for branches: warps in which at least one lane jumped
  std::vector<uint64_t> diverged;            // for branches: warps whose lanes went both ways
  uint64_t dram_read_bytes = 0, dram_write_bytes = 0;
  HotLine hottest;                 // the line of global memory that atomics occupy longest
  uint64_t dirty_bytes = 0;        // part of dram_write_bytes: still in L2 when the launch ends
  uint64_t l2_bytes = 0;           // size of the L2
  GridWork work;                   // of the blocks that were run
  uint64_t blocks = 0, warps = 0;  // that were run
  uint64_t timed_cycles = 0;       // until the last block was done; 0: the launch was not timed
  uint64_t grid_blocks = 0;        // in the launch; more than `blocks` if a sample was run
  bool sampled() const { return blocks < grid_blocks; }
  bool operator==(const Counts&) const = default;
};

}  // namespace whet::vgpu
