// The state of one thread-block cluster: blocks that run concurrently, meet at a barrier and access each other's shared
// memory. In a launch without clusters, every block is a cluster of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/launch_state.h"
#include "vgpu/memory/cache.h"

namespace whet::vgpu {

class Cluster {
 public:
  Cluster(LaunchState& launch, Worker& worker);

  // Resets the state for the cluster with this index in the grid of clusters.
  void start(uint64_t index);
  // Runs until all blocks are finished (true), or until it yields to clusters it may be waiting for (false). `l1` has
  // the L1 cache of each block's SM; empty: no cache model.
  bool run(std::span<SectoredCache* const> l1);
  // For timed launches: runs until all blocks are finished (true), or each waits or is past the clocks of all others.
  bool run_in_time(std::span<SectoredCache* const> l1);
  void start_clocks(uint64_t time);
  std::optional<uint64_t> next_clock() const;
  uint64_t last_clock() const;
  bool any_asleep() const;

  const Dim3& id() const { return id_; }
  uint32_t size() const { return static_cast<uint32_t>(blocks_.size()); }
  BlockState& block(uint64_t rank) { return *blocks_[rank]; }

  // The cluster's barrier. Exited threads count as arrived.
  void arrive(const Warp& warp, Mask lanes);
  // True if the barrier that these lanes arrived at has opened; they have passed it then.
  bool pass(const Warp& warp, Mask lanes);
  void lanes_left();
  void report_deadlock();

 private:
  bool all_arrived() const;
  void open();
  bool run_blocks(std::span<SectoredCache* const> l1, bool& gives_way);
  LaunchState* launch_;
  Worker* worker_;
  Dim3 id_;
  std::vector<std::unique_ptr<BlockState>> blocks_;  // by rank
  uint64_t barrier_time_ = 0;                        // of the last arrival, in timed launches
  bool waited_for_ = false;                          // a thread has arrived since the barrier last opened
};

}  // namespace whet::vgpu
