// What one thread knows to have happened: for other threads, up to which moment their accesses lie before its own.
//
// Moments count the synchronisations of a launch. Entries are for the lanes of a warp, for a whole block, or, where
// there would be too many, for everybody: knowing too much hides a race but never invents one.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/program/lanes.h"

namespace whet::vgpu {

using Epoch = uint32_t;  // 0: never

inline constexpr uint32_t k_any_block = ~0u;
inline constexpr uint32_t k_any_warp = ~0u;

struct ClockEntry {
  uint32_t block = 0;
  uint32_t warp = 0;  // k_any_warp: all of the block
  Mask lanes = k_all_lanes;
  Epoch until = 0;

  // All of `other`'s threads, at least as far.
  bool covers(const ClockEntry& other) const;
};

class VectorClock {
 public:
  void add(const ClockEntry& threads);
  void join(const VectorClock& other);
  void clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }
  // Every access of these lanes up to `until` is known.
  bool covers(const ClockEntry& threads) const;
  // Drops what is said of a block that everybody knows up to `until`.
  void forget(uint32_t block, Epoch until);
  const std::vector<ClockEntry>& entries() const { return entries_; }

 private:
  void widen(uint32_t block);

  std::vector<ClockEntry> entries_;  // by block
};

}  // namespace whet::vgpu
