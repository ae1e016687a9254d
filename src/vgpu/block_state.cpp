#include "vgpu/block_state.h"

#include <algorithm>
#include <bit>

#include "vgpu/check.h"
#include "vgpu/cluster.h"
#include "vgpu/worker.h"

namespace whet::vgpu {

void BlockState::start(uint64_t block_index, Cluster& cluster, uint32_t rank) {
  index_ = block_index;
  cluster_ = &cluster;
  rank_ = rank;
  exited_ = false;
  id_ = position_in(launch_->config->grid, block_index);
  shared_.assign(launch_->shared_bytes, std::byte{0});
  warps.resize(launch_->warps_per_block);
  copies.assign(launch_->warps_per_block, {});
  bulk.assign(launch_->warps_per_block, {});
  arriving.clear();
  cluster_waits.assign(launch_->warps_per_block, {});
  barriers = {};
  polled = awaited = false;
  const uint64_t warp_local = uint64_t{launch_->local_bytes} * k_lanes;
  local_.resize(warp_local * warps.size());
  for (uint32_t w = 0; w < warps.size(); ++w) {
    const uint64_t threads = std::min<uint64_t>(k_lanes, launch_->threads_per_block - uint64_t{w} * k_lanes);
    const Mask live = threads == k_lanes ? k_all_lanes : (1u << threads) - 1;
    warps[w].local_offset = warp_local * w;
    warps[w].start(*launch_->program, *this, *worker_, w, live);
  }
}

Dim3 BlockState::thread_of(const Warp& warp, int lane) const {
  return position_in(launch_->config->block, uint64_t{warp.index} * k_lanes + static_cast<uint64_t>(lane));
}

BlockProgress BlockState::run() {
  bool ever_ran = false;
  while (!launch_->stopped.load(std::memory_order_relaxed)) {
    bool any_ran = false, any_left = false, any_yielded = false;
    for (Warp& warp : warps) {
      if (warp.live() == 0) continue;
      if (warp.runnable()) {
        any_ran = true;
        any_yielded |= warp.run() == WarpState::yielded;
      }
      any_left |= warp.live() != 0;
    }
    if (!any_left) break;
    if (!any_ran) return ever_ran ? BlockProgress::waits : BlockProgress::stuck;
    ever_ran = true;
    if (std::exchange(polled, false) && any_yielded) return BlockProgress::polls;
    if (std::exchange(awaited, false) && any_yielded && cluster_->size() > 1) return BlockProgress::awaits;
  }
  finish_all_bulk(*this);
  exited_ = true;
  return BlockProgress::done;
}

bool BlockState::arrive(uint32_t barrier_id, uint32_t expected, const Warp& warp, Mask lanes) {
  Barrier& barrier = barriers[barrier_id];
  if (barrier.arrived.empty()) barrier.arrived.assign(warps.size(), 0);
  barrier.arrived[warp.index] |= lanes;
  barrier.expected = expected;
  if (!complete(barrier)) return false;
  open(barrier_id);
  return true;
}

// With a thread count, a warp adds 32 once all its live lanes are there; without, every warp with live lanes must be.
bool BlockState::complete(const Barrier& barrier) const {
  uint32_t threads = 0;
  for (const Warp& warp : warps) {
    const Mask arrived = barrier.arrived[warp.index];
    const bool there = (warp.live() & ~arrived) == 0;
    if (barrier.expected == 0 && !there) return false;
    if (there && arrived != 0) threads += k_lanes;
  }
  return barrier.expected == 0 || threads >= barrier.expected;
}

void BlockState::open(uint32_t barrier_id) {
  Barrier& barrier = barriers[barrier_id];
  if (launch_->checker) launch_->checker->barrier_opened(*this, barrier_id);
  barrier.arrived.clear();
  barrier.result = barrier.gathered;
  barrier.gathered = {};
  for (Warp& warp : warps) warp.open_barrier(static_cast<int>(barrier_id));
  ++generation;
}

void BlockState::lanes_left() {
  cluster_->lanes_left();
  for (uint32_t id = 0; id < k_barriers; ++id) {
    if (!barriers[id].arrived.empty() && barriers[id].expected == 0 && complete(barriers[id])) open(id);
  }
}

void BlockState::report_deadlock() {
  for (const Warp& warp : warps) {
    for (const Split& split : warp.splits()) {
      Fault fault;
      fault.kind = FaultKind::deadlock;
      fault.instruction = launch_->program->ops[split.waits_op].index;
      fault.block = id_;
      fault.thread = thread_of(warp, std::countr_zero(split.mask));
      fault.detail = split.waits_for >= 0 ? "waits at a barrier that others never reach"
                                          : "waits for lanes named in its mask that never come";
      worker_->report(std::move(fault));
    }
  }
}

}  // namespace whet::vgpu
