// What one thread knows to have happened: for other threads, up to which moment their accesses lie before its own.
//
// Moments count the synchronisations of a launch. Entries are for the lanes of a warp, for a whole block, or, where
// there would be too many, for everybody: knowing too much hides a race but never invents one.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/program/lanes.h"

namespace whet::vgpu {

using Moment = uint32_t;  // 0: never

inline constexpr uint32_t k_any_block = ~0u;
inline constexpr uint32_t k_any_warp = ~0u;

struct KnownThreads {
  uint32_t block = 0;
  uint32_t warp = 0;  // k_any_warp: all of the block
  Mask lanes = k_all_lanes;
  Moment until = 0;

  // All of `other`'s threads, at least as far.
  bool covers(const KnownThreads& other) const;
};

class Known {
 public:
  void add(const KnownThreads& threads);
  void join(const Known& other);
  void clear() { entries_.clear(); }
  bool empty() const { return entries_.empty(); }
  // Every access of these lanes up to `until` is known.
  bool covers(const KnownThreads& threads) const;
  // Drops what is said of a block that everybody knows up to `until`.
  void forget(uint32_t block, Moment until);
  const std::vector<KnownThreads>& entries() const { return entries_; }

 private:
  void widen(uint32_t block);

  std::vector<KnownThreads> entries_;  // by block
};

}  // namespace whet::vgpu
