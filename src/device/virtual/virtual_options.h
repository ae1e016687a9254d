// Options with which a virtual GPU is opened.
#pragma once

#include <cstdint>

#include "vgpu/check/check_set.h"
#include "vgpu/program/launch_order.h"

namespace whet {

struct VirtualOptions {
  int threads = 0;                   // host threads; 0: one per core
  bool deterministic = true;         // same result for any number of threads
  uint64_t memory_bytes = 0;         // of the device; 0: the GPU's, limited to what this machine can spare
  uint64_t budget = 1ull << 32;      // instructions per warp
  uint64_t launch_budget = ~0ull;    // and of a counted launch, all warps together
  bool track_initialised = false;    // for --check init; must be set before any allocation
  vgpu::CheckSet checks = {};        // of plain launches; a finding is an error
  bool go_on = false;                // continue after stray accesses that a GPU would not report
  uint64_t seed = 1;                 // of the initial contents of memory and registers
  vgpu::LaunchOrder order = {};      // of plain launches
  bool varies_order = false;         // later plain launches of a kernel start their blocks in other orders
  bool varies_surroundings = false;  // each plain launch has other clocks and numbers of grids, warps and SMs
  bool flips_tests = false;          // comparisons with those come out either way
  bool scatters_arrays = false;      // allocations lie anywhere in device memory, by the seed, gigabytes apart
};

}  // namespace whet
