// A thread-block cluster at work: blocks that run side by side, meet at a barrier and see each other's shared memory.
// A launch without clusters has clusters of one block.
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

  // Makes ready for the cluster of this index in the grid of clusters.
  void start(uint64_t index);
  // Runs until all blocks are finished (true) or it gives way to other clusters it may be waiting for (false). `l1`: of
  // the SM of each block; empty: no cache model.
  bool run(std::span<SectoredCache* const> l1);
  // Of launches that keep time: until all blocks are finished (true), or each waits or is past the clocks of all other
  // clusters.
  bool run_in_time(std::span<SectoredCache* const> l1);
  void start_clocks(uint64_t time);
  std::optional<uint64_t> next_clock() const;
  uint64_t last_clock() const;
  bool any_asleep() const;

  const Dim3& id() const { return id_; }
  uint32_t size() const { return static_cast<uint32_t>(blocks_.size()); }
  BlockState& block(uint64_t rank) { return *blocks_[rank]; }

  // The barrier of the cluster. Threads that left the kernel count as arrived.
  void arrive(const Warp& warp, Mask lanes);
  // True: what these lanes arrived at has opened, and is behind them now.
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
  uint64_t barrier_time_ = 0;                        // of the last arrival, where launches keep time
  bool waited_for_ = false;                          // somebody arrived since the barrier opened last
};

}  // namespace whet::vgpu
