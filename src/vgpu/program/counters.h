// What the virtual GPU counts while it runs a kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/program/block_work.h"

namespace whet::vgpu {

// Executions of one basic block or of one guarded instruction.
struct ExecutionCount {
  uint64_t warps = 0;  // times a warp executed it
  uint64_t lanes = 0;  // lanes active then, summed
  void add(const ExecutionCount& other) {
    warps += other.warps;
    lanes += other.lanes;
  }
};

// What one memory instruction did. Sectors are 32 bytes, lines 128.
struct AccessCount {
  uint64_t requests = 0;  // warp-wide accesses with at least one lane
  uint64_t lanes = 0;
  uint64_t bytes = 0;                                 // asked for by the lanes
  uint64_t sectors = 0;                               // global: distinct, summed over requests
  uint64_t ideal_sectors = 0;                         // had the lanes' bytes been side by side and aligned
  uint64_t lines = 0;                                 // global: distinct 128-byte lines (L1 tag lookups)
  uint64_t l1_hits = 0;                               // sectors
  uint64_t l2_reads = 0, l2_writes = 0, l2_hits = 0;  // sectors that reached L2, and those found there
  uint64_t wavefronts = 0;                            // shared: cycles of the shared-memory pipe
  uint64_t ideal_wavefronts = 0;                      // shared: had there been no conflict
  uint64_t serial = 0;                                // atomics: lanes of the fullest address, summed
  uint64_t late = 0;  // of l1_hits: sectors that another warp asked for at about the same time
  void add(const AccessCount& other);
};

// Atomics on one line of 128 bytes. Lanes on one address go one after another; those on several addresses of a sector
// go together. Where several sectors are in use, each takes its turn.
struct HotLine {
  uint64_t sectors = 0;     // summed over requests; 0 when they all meet in one sector
  uint64_t lanes = 0;       // of the fullest address, summed over requests
  uint64_t slow_lanes = 0;  // likewise, where operations are not merged on the way
};

// Counts of one launch, by instruction index of the program.
struct Counts {
  std::vector<ExecutionCount> instructions;  // issued by warps; under a guard the lanes whose guard held
  std::vector<AccessCount> accesses;         // all zero where an instruction touches no memory
  std::vector<uint64_t> taken;               // of branches: warps for which at least one lane jumped
  std::vector<uint64_t> diverged;            // of branches: warps whose lanes went both ways
  uint64_t dram_read_bytes = 0, dram_write_bytes = 0;
  HotLine hottest;                 // the line of global memory that atomics keep busy longest
  uint64_t dirty_bytes = 0;        // of dram_write_bytes: still in L2 when the launch ends
  uint64_t l2_bytes = 0;           // its size
  GridWork work;                   // of the blocks run
  uint64_t blocks = 0, warps = 0;  // run
  uint64_t timed_cycles = 0;       // until the last block was done; 0: the launch kept no time
  uint64_t grid_blocks = 0;        // of the launch; more than `blocks` when a sample was run
  bool sampled() const { return blocks < grid_blocks; }
};

}  // namespace whet::vgpu
