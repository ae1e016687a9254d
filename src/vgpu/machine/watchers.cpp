#include "vgpu/machine/watchers.h"

#include <algorithm>

#include "vgpu/machine/warp.h"

namespace whet::vgpu {

void Watchers::sleep(Warp& warp, std::span<const uint64_t> sectors) {
  warp.spin.asleep = true;
  ++warp.spin.sleeps;
  for (const uint64_t sector : sectors) by_sector_[sector].push_back({&warp, warp.spin.sleeps});
}

void Watchers::wake(uint64_t sector, uint64_t time) {
  const auto found = by_sector_.find(sector);
  if (found == by_sector_.end()) return;
  for (const Sleeper& sleeper : found->second) {
    Warp& warp = *sleeper.warp;
    if (!warp.spin.asleep || warp.spin.sleeps != sleeper.sleeps) continue;
    warp.spin.asleep = false;
    warp.catch_up(time);
    horizon = std::min(horizon, warp.due());
    warp_horizon = std::min(warp_horizon, warp.due());
    woken.push_back(&warp);
  }
  by_sector_.erase(found);
}

}  // namespace whet::vgpu
