// Warps that poll memory until another thread writes it. In timed launches such a warp sleeps until the write wakes it,
// because what it would read in between is known.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace whet::vgpu {

class Warp;

class Watchers {
 public:
  static constexpr uint64_t k_sector = 32;

  void sleep(Warp& warp, std::span<const uint64_t> sectors);
  bool watched(uint64_t sector) const { return by_sector_.contains(sector); }
  // Wakes the warps that watch the sector; they continue at `time` or later.
  void wake(uint64_t sector, uint64_t time);

  std::vector<Warp*> woken;       // since the list was last cleared
  uint64_t horizon = ~0ull;       // the clock of the cluster that runs next
  uint64_t warp_horizon = ~0ull;  // the clock of the warp that runs next, in this block or another
  // Counts what another warp, or a later poll, may notice: writes that change something, arrivals at barriers, reads of
  // a clock.
  uint64_t deeds = 0;

 private:
  struct Sleeper {
    Warp* warp = nullptr;
    uint64_t sleeps = 0;  // the warp's count when it fell asleep
  };
  std::unordered_map<uint64_t, std::vector<Sleeper>> by_sector_;
};

}  // namespace whet::vgpu
