#include "vgpu/check/block_order.h"

#include <algorithm>
#include <bit>

namespace whet::vgpu {

bool BlockOrder::before_lane(const KnownThreads& earlier, uint32_t warp_index, int lane) const {
  const WarpOrder& warp = warps_[warp_index];
  KnownThreads others = earlier;
  if (earlier.block == block_ && earlier.warp == warp_index) {
    others.lanes &= ~(1u << lane);
    if (others.lanes == 0) return true;
  }
  if (earlier.block != block_ && known_.covers(others)) return true;
  if (warp.known.covers(others)) return true;
  return (warp.apart >> lane & 1) && warp.lanes[static_cast<size_t>(lane)].covers(others);
}

// What the lanes know of their own goes into one; they keep nothing apart.
void BlockOrder::merge_lanes(WarpOrder& warp, Mask lanes, Known& into) {
  for (Mask rest = warp.apart & lanes; rest; rest &= rest - 1) {
    Known& known = warp.lanes[static_cast<size_t>(std::countr_zero(rest))];
    into.join(known);
    known.clear();
  }
  warp.apart &= ~lanes;
}

void BlockOrder::synchronise_block() {
  for (WarpOrder& warp : warps_) {
    merge_lanes(warp, k_all_lanes, known_);
    known_.join(warp.known);
    warp.known.clear();
  }
  own_ = moments_->pass();
  known_.forget(block_, own_);
}

void BlockOrder::synchronise_warp(uint32_t index, Mask lanes, Mask live) {
  WarpOrder& warp = warps_[index];
  if (!warp.touched && warp.synchronised == lanes) return;
  warp.touched = false;
  warp.synchronised = lanes;
  if ((live & ~lanes) == 0) {
    merge_lanes(warp, k_all_lanes, warp.known);
    warp.own = moments_->pass();
    return;
  }
  Known joined;
  merge_lanes(warp, lanes, joined);
  joined.add({.block = block_, .warp = index, .lanes = lanes, .until = moments_->pass()});
  for (Mask rest = lanes; rest; rest &= rest - 1) warp.lanes[static_cast<size_t>(std::countr_zero(rest))] = joined;
  warp.apart |= lanes;
}

Known BlockOrder::arrival(uint32_t index) {
  WarpOrder& warp = warps_[index];
  Known brought = warp.known;
  for (Mask rest = warp.apart; rest; rest &= rest - 1) {
    brought.join(warp.lanes[static_cast<size_t>(std::countr_zero(rest))]);
  }
  brought.add({.block = block_, .warp = index, .until = moments_->pass()});
  warp.touched = true;
  return brought;
}

Known BlockOrder::arrival_among_blocks(uint32_t index) {
  Known brought = arrival(index);
  brought.join(known_);
  brought.add({.block = block_, .warp = k_any_warp, .until = own_});
  return brought;
}

void BlockOrder::learn(uint32_t index, const Known& known) {
  warps_[index].known.join(known);
  warps_[index].touched = true;
}

void BlockOrder::synchronise_warps(uint32_t waiting, const Known& brought) {
  Known joined = brought;
  const Moment now = moments_->pass();
  for (uint32_t rest = waiting; rest; rest &= rest - 1) {
    const auto index = static_cast<uint32_t>(std::countr_zero(rest));
    merge_lanes(warps_[index], k_all_lanes, joined);
    joined.join(warps_[index].known);
    joined.add({.block = block_, .warp = index, .until = now});
  }
  for (uint32_t rest = waiting; rest; rest &= rest - 1) {
    WarpOrder& warp = warps_[static_cast<size_t>(std::countr_zero(rest))];
    warp.known = joined;
    warp.own = now;
  }
}

void BlockOrder::fence(uint32_t index, Mask lanes, Reach reach) {
  WarpOrder& warp = warps_[index];
  const Moment now = moments_->pass();
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    warp.block_fence[lane] = now;
    if (reach == Reach::device) warp.device_fence[lane] = now;
  }
  warp.touched = true;
}

Known BlockOrder::known_to(const WarpOrder& warp, uint32_t index, size_t lane) const {
  Known known = known_;
  known.join(warp.known);
  if (warp.apart >> lane & 1) known.join(warp.lanes[lane]);
  known.add({.block = block_, .warp = k_any_warp, .until = own_});
  known.add({.block = block_, .warp = index, .until = warp.own});
  return known;
}

// A lane's own accesses count up to its fence; what others did and it knows of counts whole, wherever the fence stood:
// their own fence may have come before the barrier that told this lane.
Release BlockOrder::release(uint32_t index, int lane_index, Reach own) {
  WarpOrder& warp = warps_[index];
  const auto lane = static_cast<size_t>(lane_index);
  const Moment in_block = own != Reach::none ? moments_->now() : warp.block_fence[lane];
  const Moment on_device = own == Reach::device ? moments_->now() : warp.device_fence[lane];
  Release release;
  if (in_block == 0) return release;
  moments_->pass();
  warp.touched = true;
  const Known known = known_to(warp, index, lane);
  KnownThreads self{.block = block_, .warp = index, .lanes = 1u << lane, .until = in_block};
  release.in_block = known;
  release.in_block.add(self);
  if (on_device == 0) return release;
  self.until = on_device;
  release.on_device = known;
  release.on_device.add(self);
  return release;
}

void BlockOrder::acquire(uint32_t index, int lane_index, const Known& known) {
  WarpOrder& warp = warps_[index];
  const auto lane = static_cast<size_t>(lane_index);
  warp.lanes[lane].join(known);
  warp.apart |= 1u << lane;
  warp.touched = true;
}

}  // namespace whet::vgpu
