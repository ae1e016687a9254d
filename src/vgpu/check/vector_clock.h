// The vector clock of a thread: the epoch up to which the accesses of other threads happen before its own.
//
// Epochs count the synchronisations of a launch. An entry is for lanes of a warp, for a whole block or, when there
// would be too many, for all threads. Such a wider entry can hide a race but never invents one.
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
  uint32_t warp = 0;  // k_any_warp: the whole block
  Mask lanes = k_all_lanes;
  Epoch until = 0;

  // True if this entry covers all of `other`'s threads, at least up to its epoch.
  bool covers(const ClockEntry& other) const;
};

class VectorClock {
 public:
  void add(const ClockEntry& threads);
  void join(const VectorClock& other);
  void clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }
  // True if every access of these lanes up to `until` is covered.
  bool covers(const ClockEntry& threads) const;
  // Drops the entries of a block, up to `until`, that all threads know.
  void forget(uint32_t block, Epoch until);
  const std::vector<ClockEntry>& entries() const { return entries_; }

 private:
  void widen(uint32_t block);

  std::vector<ClockEntry> entries_;  // sorted by block
};

}  // namespace whet::vgpu
