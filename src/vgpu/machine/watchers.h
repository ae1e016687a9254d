// Warps that look at a place in memory until somebody else has written to it. In launches that keep time such a warp
// sleeps, and is woken by the write: what it would have seen in between is known.
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
  // Those who watch the sector go on, not before `time`.
  void wake(uint64_t sector, uint64_t time);

  std::vector<Warp*> woken;       // since somebody looked here last
  uint64_t horizon = ~0ull;       // the clock of the cluster that runs next
  uint64_t warp_horizon = ~0ull;  // and of the warp, of this block or another
  // What anybody did that another warp, or a later look of its own, may notice: writes that change something, arrivals
  // at barriers, looks at a clock.
  uint64_t deeds = 0;

 private:
  struct Sleeper {
    Warp* warp = nullptr;
    uint64_t sleeps = 0;  // as the warp counted when it fell asleep
  };
  std::unordered_map<uint64_t, std::vector<Sleeper>> by_sector_;
};

}  // namespace whet::vgpu
