// Finds barriers that only part of a warp executes. An aligned barrier needs all lanes of the warp at once: when its
// first lanes arrive, all others that have not exited, and are not about to, must arrive at the same instruction.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vgpu/machine/block_state.h"

namespace whet::vgpu {

class BarrierCheck {
 public:
  void start_block(const BlockState& block);
  void finish_block(const BlockState& block);
  void arrive(const Warp& warp, const Op& op, uint32_t barrier);
  // Checks the warps that arrived.
  void barrier_opened(BlockState& block, uint32_t barrier);

 private:
  // One warp at one barrier: the instruction that its first lanes arrived at.
  struct Arrival {
    uint32_t instruction = 0;
    Mask expected = 0;  // 0: no lane has arrived
    Mask arrived = 0;   // at that instruction
    Mask elsewhere = 0;
    uint32_t other_instruction = 0;
  };
  // Per warp; the last entry is the cluster's barrier.
  using BlockArrivals = std::vector<std::array<Arrival, k_barriers + 1>>;

  void report(BlockState& block, const Warp& warp, const Arrival& arrival);

  std::unordered_map<uint64_t, BlockArrivals> blocks_;
};

}  // namespace whet::vgpu
