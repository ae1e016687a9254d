// The order of accesses in one block: what its threads know of each other and of other blocks.
//
//   barrier of the block       everybody knows everything before it
//   barrier of some warps      they know what each of them knew
//   bar.warp.sync of lanes     they know what each of them knew
//   fence, then a flag set     whoever reads the flag knows what the setter knew
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "vgpu/check/vector_clock.h"

namespace whet::vgpu {

// Counts synchronisations: accesses between two of them share a moment.
class EpochCounter {
 public:
  Epoch now() const { return now_; }
  Epoch pass() { return now_++; }

 private:
  Epoch now_ = 1;
};

// What a fence before it, or the instruction itself, makes of a write that others may wait for.
enum class Reach : uint8_t { none, block, device };

// What whoever sees the write knows from then on: threads of the same block, and all others.
struct Release {
  VectorClock in_block, on_device;
};

class HappensBefore {
 public:
  HappensBefore(uint32_t block, uint32_t warps, EpochCounter& epochs)
      : block_(block), epochs_(&epochs), warps_(warps) {}

  uint32_t block() const { return block_; }
  // True when the accesses of all these threads lie before what the lane does now. Its own always do.
  bool before(const ClockEntry& earlier, uint32_t warp, int lane) const {
    return before_warp(earlier, warp) || before_lane(earlier, warp, lane);
  }
  // ... before what any lane of the warp does, for reasons that hold for all of them.
  bool before_warp(const ClockEntry& earlier, uint32_t warp) const {
    if (earlier.block != block_) return false;
    return earlier.until <= own_ || (earlier.warp == warp && earlier.until <= warps_[warp].own);
  }

  // The warp touched memory: the next synchronisation counts.
  void touch(uint32_t warp) { warps_[warp].touched = true; }
  void synchronise_block();
  void synchronise_warp(uint32_t warp, Mask lanes, Mask live);
  // A barrier of some warps, one bit each; `brought` is what those bring that arrived without waiting.
  void synchronise_warps(uint32_t waiting, const VectorClock& brought);
  // What the warp would bring to a barrier now.
  VectorClock arrival(uint32_t warp);
  // ... to one where it meets warps of other blocks, and what it learns there.
  VectorClock arrival_among_blocks(uint32_t warp);
  void learn(uint32_t warp, const VectorClock& known);

  void fence(uint32_t warp, Mask lanes, Reach reach);
  // `own`: the instruction itself releases so far; otherwise a fence before it counts. Nothing without either.
  Release release(uint32_t warp, int lane, Reach own);
  void acquire(uint32_t warp, int lane, const VectorClock& known);

 private:
  struct WarpOrder {
    Epoch own = 0;      // all lanes know all of the warp up to here
    VectorClock known;  // and this of others
    std::array<VectorClock, k_lanes> lanes;
    Mask apart = 0;  // lanes that know something of their own
    std::array<Epoch, k_lanes> block_fence{}, device_fence{};
    bool touched = true;
    Mask synchronised = 0;  // lanes of the last synchronisation
  };
  bool before_lane(const ClockEntry& earlier, uint32_t warp, int lane) const;
  void merge_lanes(WarpOrder& warp, Mask lanes, VectorClock& into);
  VectorClock known_to(const WarpOrder& warp, uint32_t index, size_t lane) const;

  uint32_t block_;
  EpochCounter* epochs_;
  Epoch own_ = 0;      // all threads know all of the block up to here
  VectorClock known_;  // and this of other blocks
  std::vector<WarpOrder> warps_;
};

}  // namespace whet::vgpu
