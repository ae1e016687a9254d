#include "vgpu/check/release_map.h"

namespace whet::vgpu {

void ReleaseMap::read(HappensBefore& order, uint32_t warp, int lane, uint64_t address, int width) const {
  if (flags_.empty()) return;
  for (uint64_t at = address; at < address + static_cast<uint64_t>(width); at += 4) {
    const auto found = flags_.find(at);
    if (found == flags_.end()) continue;
    order.acquire(warp, lane, found->second.on_device);
    if (found->second.block == order.block()) order.acquire(warp, lane, found->second.in_block);
  }
}

void ReleaseMap::write(HappensBefore& order, uint32_t warp, int lane, uint64_t address, Reach releases) {
  const Release release = order.release(warp, lane, releases);
  if (release.in_block.empty()) return;
  Flag& flag = flags_[address];
  flag.on_device.join(release.on_device);
  if (flag.block != order.block()) flag.in_block.clear();
  flag.block = order.block();
  flag.in_block.join(release.in_block);
}

void ReleaseMap::leave(uint64_t address, const ClockEntry& did) {
  flags_[address].on_device.add(did);
}

}  // namespace whet::vgpu
