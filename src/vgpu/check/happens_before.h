// The happens-before order in one block: what its threads know of each other and of other blocks.
//
//   barrier of the block       every thread knows all that came before it
//   barrier of some warps      each of these warps knows what any of them knew
//   bar.warp.sync of lanes     each of these lanes knows what any of them knew
//   fence, then a flag set     a thread that reads the flag knows what the setter knew
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "vgpu/check/vector_clock.h"

namespace whet::vgpu {

// Counts synchronisations: all accesses between two of them are in the same epoch.
class EpochCounter {
 public:
  Epoch now() const { return now_; }
  Epoch pass() { return now_++; }

 private:
  Epoch now_ = 1;
};

// The scope at which a write releases, through a fence before it or through its own semantics.
enum class Reach : uint8_t { none, block, device };

// The clocks that a reader of the write acquires: one for threads of the same block, one for all others.
struct Release {
  VectorClock in_block, on_device;
};

class HappensBefore {
 public:
  HappensBefore(uint32_t block, uint32_t warps, EpochCounter& epochs)
      : block_(block), epochs_(&epochs), warps_(warps) {}

  uint32_t block() const { return block_; }
  // True if all these accesses happen before what the lane does now. Its own accesses always do.
  bool before(const ClockEntry& earlier, uint32_t warp, int lane) const {
    return before_warp(earlier, warp) || before_lane(earlier, warp, lane);
  }
  // The same for any lane of the warp, by what the whole warp knows.
  bool before_warp(const ClockEntry& earlier, uint32_t warp) const {
    if (earlier.block != block_) return false;
    return earlier.until <= own_ || (earlier.warp == warp && earlier.until <= warps_[warp].own);
  }

  // The warp accessed memory, so its next synchronisation starts a new epoch.
  void touch(uint32_t warp) { warps_[warp].touched = true; }
  void synchronise_block();
  void synchronise_warp(uint32_t warp, Mask lanes, Mask live);
  // A barrier of the warps in the bit mask `waiting`; `brought` is the joined clock of those that only arrive.
  void synchronise_warps(uint32_t waiting, const VectorClock& brought);
  // The clock that the warp brings to a barrier now.
  VectorClock arrival(uint32_t warp);
  // The same for a barrier with warps of other blocks; learn() takes over what they brought.
  VectorClock arrival_among_blocks(uint32_t warp);
  void learn(uint32_t warp, const VectorClock& known);

  void fence(uint32_t warp, Mask lanes, Reach reach);
  // `own` is the scope at which the instruction itself releases; otherwise the last fence counts, if there is one.
  Release release(uint32_t warp, int lane, Reach own);
  void acquire(uint32_t warp, int lane, const VectorClock& known);

 private:
  struct WarpOrder {
    Epoch own = 0;      // all lanes know the accesses of the warp up to this epoch
    VectorClock known;  // what all lanes know of other warps
    std::array<VectorClock, k_lanes> lanes;
    Mask apart = 0;  // lanes that have a clock of their own in `lanes`
    std::array<Epoch, k_lanes> block_fence{}, device_fence{};
    bool touched = true;
    Mask synchronised = 0;  // lanes of the last synchronisation
  };
  bool before_lane(const ClockEntry& earlier, uint32_t warp, int lane) const;
  void merge_lanes(WarpOrder& warp, Mask lanes, VectorClock& into);
  VectorClock known_to(const WarpOrder& warp, uint32_t index, size_t lane) const;

  uint32_t block_;
  EpochCounter* epochs_;
  Epoch own_ = 0;      // all threads know the accesses of the block up to this epoch
  VectorClock known_;  // what all threads know of other blocks
  std::vector<WarpOrder> warps_;
};

}  // namespace whet::vgpu
