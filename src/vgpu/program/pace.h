// Minimal latencies of the modelled GPU, for launches whose behaviour depends on time: blocks that wait for one
// another, sleep or read a clock.
#pragma once

#include <cstdint>

namespace whet::vgpu {

// In cycles, unless the name says otherwise.
struct Pace {
  uint64_t instruction = 2;  // between two instructions of a warp, at best
  uint64_t l1 = 0;           // of a load that hits in L1
  uint64_t load = 0;         // of a load that hits in L2
  uint64_t publish = 0;      // until a store is visible to others
  uint64_t shared = 0;
  uint64_t barrier = 0;
  uint64_t block = 0;  // between the end of a block and the start of the next one in its slot
  double start = 0;    // between the starts of two blocks, on any SM
  double cycles_per_ns = 1;

  bool known() const { return load > 0; }
};

}  // namespace whet::vgpu
