// What things take on the modelled GPU at the least, for launches whose course depends on time: blocks that wait for
// one another, sleep or look at a clock.
#pragma once

#include <cstdint>

namespace whet::vgpu {

// In cycles unless a name says otherwise.
struct Pace {
  uint64_t instruction = 2;  // from one instruction of a warp to its next, at best
  uint64_t l1 = 0;           // from a load that L1 has to its value
  uint64_t load = 0;         // from one that only L2 has
  uint64_t publish = 0;      // from a store until others can see it
  uint64_t shared = 0;
  uint64_t barrier = 0;
  uint64_t block = 0;  // from the end of a block to the start of the next in its place
  double start = 0;    // from the start of one block to that of the next, anywhere
  double cycles_per_ns = 1;

  bool known() const { return load > 0; }
};

}  // namespace whet::vgpu
