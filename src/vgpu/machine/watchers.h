// Warps that look at a place in memory until somebody else has written to it. In launches that keep time such a warp
// sleeps, and is woken by the write: what it would have seen in between is known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace whet::vgpu {

class Warp;

class Watchers {
 public:
  static constexpr uint64_t k_sector = 32;

  // Somebody looked there; true ever after, and now and then for others too.
  void mark(uint64_t sector) { looked_at_[word(sector)] |= bit(sector); }
  bool looked_at(uint64_t sector) const { return looked_at_[word(sector)] & bit(sector); }

  void sleep(Warp& warp, const std::vector<uint64_t>& sectors);
  bool watched(uint64_t sector) const { return by_sector_.contains(sector); }
  // Those who watch the sector go on, not before `time`.
  void wake(uint64_t sector, uint64_t time);

  std::vector<Warp*> woken;       // since somebody looked here last
  uint64_t horizon = ~0ull;       // the clock of the cluster that runs next
  uint64_t warp_horizon = ~0ull;  // and of the warp, of this block or another

 private:
  static constexpr size_t k_words = 1 << 10;
  static size_t word(uint64_t sector) { return (sector * 0x9e3779b97f4a7c15) >> 54; }
  static uint64_t bit(uint64_t sector) { return 1ull << ((sector * 0x9e3779b97f4a7c15) >> 48 & 63); }

  struct Sleeper {
    Warp* warp = nullptr;
    uint64_t sleeps = 0;  // as the warp counted when it fell asleep
  };
  std::array<uint64_t, k_words> looked_at_{};
  std::unordered_map<uint64_t, std::vector<Sleeper>> by_sector_;
};

}  // namespace whet::vgpu
