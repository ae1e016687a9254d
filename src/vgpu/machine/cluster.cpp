#include "vgpu/machine/cluster.h"

#include <algorithm>

#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/program/cluster_shape.h"

namespace whet::vgpu {

Cluster::Cluster(LaunchState& launch, Worker& worker) : launch_(&launch), worker_(&worker) {
  for (uint64_t rank = 0; rank < launch.cluster.count(); ++rank)
    blocks_.push_back(std::make_unique<BlockState>(launch, worker));
}

void Cluster::start(uint64_t index) {
  id_ = position_in(clusters_of(launch_->config->grid, launch_->cluster), index);
  waited_for_ = false;
  barrier_time_ = 0;
  for (uint32_t rank = 0; rank < size(); ++rank) {
    const uint64_t block = block_of_cluster(launch_->config->grid, launch_->cluster, id_, rank);
    blocks_[rank]->start(block, *this, rank);
    if (launch_->observer) launch_->observer->start_block(*blocks_[rank]);
  }
}

// Runs each block once. False if none made progress.
bool Cluster::run_blocks(std::span<SectoredCache* const> l1, bool& gives_way) {
  bool any_ran = false;
  for (uint32_t rank = 0; rank < size(); ++rank) {
    if (blocks_[rank]->exited()) continue;
    if (!l1.empty()) worker_->l1 = l1[rank];
    const BlockProgress progress = blocks_[rank]->run();
    any_ran |= progress != BlockProgress::stuck;
    gives_way |= progress == BlockProgress::polls || progress == BlockProgress::turned;
  }
  return any_ran;
}

bool Cluster::run(std::span<SectoredCache* const> l1) {
  const auto exited = [](const auto& block) { return block->exited(); };
  while (!launch_->stopped.load(std::memory_order_relaxed)) {
    bool gives_way = false;
    const bool any_ran = run_blocks(l1, gives_way);
    if (std::all_of(blocks_.begin(), blocks_.end(), exited)) break;
    if (!any_ran) {
      report_deadlock();
      break;
    }
    if (gives_way) return false;
  }
  if (launch_->observer) {
    for (const auto& block : blocks_) launch_->observer->finish_block(*block);
  }
  return true;
}

void Cluster::report_deadlock() {
  for (const auto& block : blocks_) block->report_deadlock();
}

void Cluster::arrive(const Warp& warp, Mask lanes) {
  warp.block->cluster_waits[warp.index].arrived |= lanes;
  waited_for_ = true;
  ++worker_->watchers.deeds;
  if (launch_->timed) barrier_time_ = std::max(barrier_time_, warp.clock());
  if (all_arrived()) open();
}

bool Cluster::pass(const Warp& warp, Mask lanes) {
  ClusterWait& waits = warp.block->cluster_waits[warp.index];
  if ((waits.opened & lanes) != lanes) return false;
  waits.opened &= ~lanes;
  return true;
}

void Cluster::lanes_left() {
  if (waited_for_ && all_arrived()) open();
}

bool Cluster::all_arrived() const {
  for (const auto& block : blocks_) {
    for (const Warp& warp : block->warps) {
      if (warp.live() & ~block->cluster_waits[warp.index].arrived) return false;
    }
  }
  return true;
}

void Cluster::open() {
  waited_for_ = false;
  if (launch_->observer) launch_->observer->cluster_opened(*this);
  for (const auto& block : blocks_) {
    for (Warp& warp : block->warps) {
      ClusterWait& waits = block->cluster_waits[warp.index];
      waits.opened |= std::exchange(waits.arrived, 0);
      warp.open_barrier(k_cluster_barrier, barrier_time_);
    }
  }
  barrier_time_ = 0;
}

}  // namespace whet::vgpu
