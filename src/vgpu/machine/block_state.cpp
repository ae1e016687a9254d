#include "vgpu/machine/block_state.h"

#include <algorithm>
#include <bit>

#include "vgpu/machine/cluster.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

void BlockState::start(uint64_t block_index, Cluster& cluster, uint32_t rank) {
  index_ = block_index;
  cluster_ = &cluster;
  rank_ = rank;
  exited_ = false;
  sectors_ = 0;
  place_on_sm_ = worker_->access_time.next_block();
  id_ = position_in(launch_->config->grid, block_index);
  shared_.resize(launch_->shared_bytes);
  launch_->memory->poison().fill(shared_.data(), shared_.size(), Poison::Kind::shared, index_);
  warps.resize(launch_->warps_per_block);
  copies.assign(launch_->warps_per_block, {});
  bulk.assign(launch_->warps_per_block, {});
  arriving.clear();
  cluster_waits.assign(launch_->warps_per_block, {});
  barriers = {};
  polled = awaited = false;
  stack_tops.clear();
  const uint64_t warp_local = uint64_t{launch_->local_bytes} * k_lanes;
  local_.resize(warp_local * warps.size());
  for (uint32_t w = 0; w < warps.size(); ++w) {
    const uint64_t threads = std::min<uint64_t>(k_lanes, launch_->threads_per_block - uint64_t{w} * k_lanes);
    const Mask live = threads == k_lanes ? k_all_lanes : (1u << threads) - 1;
    warps[w].local_offset = warp_local * w;
    warps[w].start(*launch_->program, *this, *worker_, w, live);
    poison_stack(warps[w], live, 0, launch_->program->functions[launch_->program->entry].local_bytes);
  }
}

uint64_t BlockState::place_of(const Warp& warp) const {
  return index_ * launch_->warps_per_block + warp.index;
}

void BlockState::poison_stack(const Warp& warp, Mask lanes, uint32_t from, uint32_t bytes) {
  if (bytes == 0) return;
  const Poison& poison = launch_->memory->poison();
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<uint64_t>(std::countr_zero(rest));
    poison.fill(local(warp) + lane * launch_->local_bytes + from, bytes, Poison::Kind::stack,
                (place_of(warp) * k_lanes + lane) << 16 ^ from);
  }
}

Dim3 BlockState::thread_of(const Warp& warp, int lane) const {
  return position_in(launch_->config->block, uint64_t{warp.index} * k_lanes + static_cast<uint64_t>(lane));
}

BlockProgress BlockState::run() {
  const uint64_t sent = worker_->sectors_sent;
  worker_->access_time.block = place_on_sm_;
  const BlockProgress progress = run_warps();
  sectors_ += worker_->sectors_sent - sent;
  if (progress != BlockProgress::done) return progress;
  finish();
  return progress;
}

void BlockState::finish() {
  if (launch_->observer) launch_->observer->threads_exited(*this);
  finish_all_bulk(*this);
  exited_ = true;
  worker_->work.add(index_, work_done());
}

BlockWork BlockState::work_done() const {
  BlockWork work;
  for (const Warp& warp : warps) {
    work.instructions += warp.executed();
    work.longest = std::max(work.longest, warp.executed());
  }
  work.sectors = sectors_;
  return work;
}

BlockProgress BlockState::run_warps() {
  bool ever_ran = false;
  while (!launch_->stopped.load(std::memory_order_relaxed)) {
    bool any_ran = false, any_left = false, any_yielded = false;
    const bool backwards = launch_->reordered && launch_->options->order.warps_backwards();
    for (size_t i = 0; i < warps.size(); ++i) {
      Warp& warp = warps[backwards ? warps.size() - 1 - i : i];
      if (warp.live() == 0) continue;
      if (warp.runnable()) {
        worker_->access_time.warp = warp.index;
        any_ran = true;
        any_yielded |= warp.is_sitting_out() || warp.run() == WarpState::yielded;
      }
      any_left |= warp.live() != 0;
    }
    if (!any_left) break;
    if (!any_ran) return ever_ran ? BlockProgress::waits : BlockProgress::stuck;
    ever_ran = true;
    if (launch_->side_by_side || launch_->options->order.take_turns) return BlockProgress::turned;
    ++worker_->access_time.round;
    if (std::exchange(polled, false) && any_yielded) return BlockProgress::polls;
    if (std::exchange(awaited, false) && any_yielded && cluster_->size() > 1) return BlockProgress::awaits;
  }
  return BlockProgress::done;
}

bool BlockState::arrive(uint32_t barrier_id, uint32_t expected, const Warp& warp, Mask lanes) {
  Barrier& barrier = barriers[barrier_id];
  if (barrier.arrived.empty()) barrier.arrived.assign(warps.size(), 0);
  barrier.arrived[warp.index] |= lanes;
  barrier.expected = expected;
  ++worker_->watchers.deeds;
  if (launch_->timed) barrier.time = std::max(barrier.time, warp.clock());
  if (!complete(barrier)) return false;
  open(barrier_id);
  return true;
}

// A barrier with a thread count needs that many threads, counted as 32 per warp whose live lanes have all arrived. A
// barrier without one needs all live lanes of the block.
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
  if (launch_->observer) launch_->observer->barrier_opened(*this, barrier_id);
  barrier.arrived.clear();
  barrier.result = barrier.gathered;
  barrier.gathered = {};
  for (Warp& warp : warps) warp.open_barrier(static_cast<int>(barrier_id), barrier.time);
  barrier.time = 0;
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
      if (split.waits_for == Split::k_for_all) continue;  // it waits for a split that is reported itself
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
