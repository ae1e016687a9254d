// The order in which the blocks of a launch are started. A GPU guarantees none, so a kernel that depends on it is
// wrong. Running the kernel in other orders reveals that.
//
//   as numbered   0 1 2 3 | 4 5
//   backwards     3 2 1 0 | 5 4
//
// The waves (|), each what a GPU holds at once, stay in order: a block may wait for earlier ones, because GPUs do start
// blocks in grid order.
#pragma once

#include <cstdint>
#include <vector>

namespace whet::vgpu {

// Any other value is the seed of a shuffled order.
inline constexpr uint64_t k_as_numbered = 0, k_backwards = 1;

// How a launch is run in other than the default order.
struct LaunchOrder {
  uint64_t blocks = k_as_numbered;  // if odd, the warps of a block run from the last to the first
  bool take_turns = false;          // blocks that an SM holds at once, and their warps, take short turns
  // Seed of a scheduler that continues or pauses a warp wherever it shares memory with others; 0: every warp yields
  // there for one round.
  uint64_t pauses = 0;

  bool is_usual() const { return blocks == k_as_numbered && !take_turns; }
  bool warps_backwards() const { return blocks % 2 == 1; }
};

std::vector<uint64_t> in_order(std::vector<uint64_t> clusters, uint64_t order, uint64_t wave);

}  // namespace whet::vgpu
