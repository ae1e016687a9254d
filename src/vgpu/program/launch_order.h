// In which order the blocks of a launch are started. A GPU promises none: a kernel that needs one is wrong, and is
// found out by running it in others.
//
//   as numbered   0 1 2 3 | 4 5
//   backwards     3 2 1 0 | 5 4
//
// Waves (|), what a GPU holds at once, stay in their order: a block may wait for those before it, as GPUs in fact start
// them in the order of the grid, and finds them started.
#pragma once

#include <cstdint>
#include <vector>

namespace whet::vgpu {

// Anything else is the seed of a shuffled order.
inline constexpr uint64_t k_as_numbered = 0, k_backwards = 1;

// How a launch is run when another order than the usual is asked for.
struct LaunchOrder {
  uint64_t blocks = k_as_numbered;  // warps of a block run from the last to the first, too, where it is odd
  bool take_turns = false;          // blocks that are held at once, and the warps of each, take short turns
  // Seed of a scheduler that lets a warp go on or pauses it for some rounds wherever it meets others; 0: every warp
  // gives way there, and for one round.
  uint64_t pauses = 0;

  bool is_usual() const { return blocks == k_as_numbered && !take_turns; }
  bool warps_backwards() const { return blocks % 2 == 1; }
};

std::vector<uint64_t> in_order(std::vector<uint64_t> clusters, uint64_t order, uint64_t wave);

}  // namespace whet::vgpu
