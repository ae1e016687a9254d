// How a virtual GPU is opened.
#pragma once

#include <cstdint>

#include "vgpu/check/check_set.h"
#include "vgpu/program/launch_order.h"

namespace whet {

struct VirtualOptions {
  int threads = 0;                 // host threads; 0: one per core
  bool deterministic = true;       // same result whatever the number of threads
  uint64_t memory_bytes = 0;       // of the device; 0: the named GPU's, or what this machine can spare if that is less
  uint64_t budget = 1ull << 32;    // instructions a warp may execute
  bool track_initialised = false;  // for --check init: set before anything is allocated
  vgpu::CheckSet checks = {};      // of plain launches: what they find is an error
  bool go_on = false;              // after stray accesses that a GPU would let pass
  uint64_t seed = 1;               // of what memory and registers hold before they are written
  vgpu::LaunchOrder order = {};    // of plain launches
  bool varies_order = false;       // plain launches after the first of a kernel start their blocks in other orders
  bool varies_surroundings = false;  // clocks, numbers of grids, warps and SMs by the seed, others in each plain launch
  bool flips_tests = false;          // and comparisons with them come out either way
  bool scatters_arrays = false;      // allocations lie anywhere in device memory, by the seed, gigabytes apart
};

}  // namespace whet
