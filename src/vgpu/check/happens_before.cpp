#include "vgpu/check/happens_before.h"

#include <algorithm>
#include <bit>

namespace whet::vgpu {

bool HappensBefore::before_lane(const ClockEntry& earlier, uint32_t warp_index, int lane) const {
  const WarpOrder& warp = warps_[warp_index];
  ClockEntry others = earlier;
  if (earlier.block == block_ && earlier.warp == warp_index) {
    others.lanes &= ~(1u << lane);
    if (others.lanes == 0) return true;
  }
  if (earlier.block != block_ && known_.covers(others)) return true;
  if (warp.known.covers(others)) return true;
  return (warp.apart >> lane & 1) && warp.lanes[static_cast<size_t>(lane)].covers(others);
}

// Joins the clocks that these lanes have of their own into one, and clears them.
void HappensBefore::merge_lanes(WarpOrder& warp, Mask lanes, VectorClock& into) {
  for (Mask rest = warp.apart & lanes; rest; rest &= rest - 1) {
    VectorClock& known = warp.lanes[static_cast<size_t>(std::countr_zero(rest))];
    into.join(known);
    known.clear();
  }
  warp.apart &= ~lanes;
}

void HappensBefore::synchronise_block() {
  for (WarpOrder& warp : warps_) {
    merge_lanes(warp, k_all_lanes, known_);
    known_.join(warp.known);
    warp.known.clear();
  }
  own_ = epochs_->pass();
  known_.forget(block_, own_);
}

void HappensBefore::synchronise_warp(uint32_t index, Mask lanes, Mask live) {
  WarpOrder& warp = warps_[index];
  if (!warp.touched && warp.synchronised == lanes) return;
  warp.touched = false;
  warp.synchronised = lanes;
  if ((live & ~lanes) == 0) {
    merge_lanes(warp, k_all_lanes, warp.known);
    warp.own = epochs_->pass();
    return;
  }
  VectorClock joined;
  merge_lanes(warp, lanes, joined);
  joined.add({.block = block_, .warp = index, .lanes = lanes, .until = epochs_->pass()});
  for (Mask rest = lanes; rest; rest &= rest - 1) warp.lanes[static_cast<size_t>(std::countr_zero(rest))] = joined;
  warp.apart |= lanes;
}

VectorClock HappensBefore::arrival(uint32_t index) {
  WarpOrder& warp = warps_[index];
  VectorClock brought = warp.known;
  for (Mask rest = warp.apart; rest; rest &= rest - 1) {
    brought.join(warp.lanes[static_cast<size_t>(std::countr_zero(rest))]);
  }
  brought.add({.block = block_, .warp = index, .until = epochs_->pass()});
  warp.touched = true;
  return brought;
}

VectorClock HappensBefore::arrival_among_blocks(uint32_t index) {
  VectorClock brought = arrival(index);
  brought.join(known_);
  brought.add({.block = block_, .warp = k_any_warp, .until = own_});
  return brought;
}

void HappensBefore::learn(uint32_t index, const VectorClock& known) {
  warps_[index].known.join(known);
  warps_[index].touched = true;
}

void HappensBefore::synchronise_warps(uint32_t waiting, const VectorClock& brought) {
  VectorClock joined = brought;
  const Epoch now = epochs_->pass();
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

void HappensBefore::fence(uint32_t index, Mask lanes, Reach reach) {
  WarpOrder& warp = warps_[index];
  const Epoch now = epochs_->pass();
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<size_t>(std::countr_zero(rest));
    warp.block_fence[lane] = now;
    if (reach == Reach::device) warp.device_fence[lane] = now;
  }
  warp.touched = true;
}

VectorClock HappensBefore::known_to(const WarpOrder& warp, uint32_t index, size_t lane) const {
  VectorClock known = known_;
  known.join(warp.known);
  if (warp.apart >> lane & 1) known.join(warp.lanes[lane]);
  known.add({.block = block_, .warp = k_any_warp, .until = own_});
  known.add({.block = block_, .warp = index, .until = warp.own});
  return known;
}

// A lane releases its own accesses up to its fence. What it knows of others is released whole, wherever the fence
// stood, because they may have executed a fence of their own before the barrier that ordered them before this lane.
Release HappensBefore::release(uint32_t index, int lane_index, Reach own) {
  WarpOrder& warp = warps_[index];
  const auto lane = static_cast<size_t>(lane_index);
  const Epoch in_block = own != Reach::none ? epochs_->now() : warp.block_fence[lane];
  const Epoch on_device = own == Reach::device ? epochs_->now() : warp.device_fence[lane];
  Release release;
  if (in_block == 0) return release;
  epochs_->pass();
  warp.touched = true;
  const VectorClock known = known_to(warp, index, lane);
  ClockEntry self{.block = block_, .warp = index, .lanes = 1u << lane, .until = in_block};
  release.in_block = known;
  release.in_block.add(self);
  if (on_device == 0) return release;
  self.until = on_device;
  release.on_device = known;
  release.on_device.add(self);
  return release;
}

void HappensBefore::acquire(uint32_t index, int lane_index, const VectorClock& known) {
  WarpOrder& warp = warps_[index];
  const auto lane = static_cast<size_t>(lane_index);
  warp.lanes[lane].join(known);
  warp.apart |= 1u << lane;
  warp.touched = true;
}

}  // namespace whet::vgpu
