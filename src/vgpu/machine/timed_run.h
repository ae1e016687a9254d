// Runs the clusters of a launch in the order of their clocks, as many at once as the GPU holds.
//
// Each warp has a clock: its instructions, what it waited for, and when its block was started. Whoever is furthest
// behind runs next, up to the next access by which blocks hear of one another. A load sees what was written before it
// by the clock, so that a look-back finds the sums that are there by then, and a chain of blocks that wait for one
// another takes as long as its steps one after another.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vgpu/machine/block_queue.h"
#include "vgpu/machine/cluster.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

class TimedRun {
 public:
  TimedRun(LaunchState& launch, BlockQueue& queue, Worker& worker);

  void run();
  uint64_t blocks_run() const { return blocks_run_; }
  uint64_t cycles() const { return cycles_; }  // until the last block was done

 private:
  struct Place {
    std::unique_ptr<Cluster> cluster;
    Unit unit;
    bool due = false;
    uint64_t at = 0;  // in due_
  };

  bool start_next(size_t place, uint64_t time);
  void run_next();
  void put(size_t place);
  void finish(size_t place);
  std::vector<Warp*> asleep();
  bool wake_all();
  bool is_endless();
  void report_endless();

  LaunchState& launch_;
  BlockQueue& queue_;
  Worker& worker_;
  std::vector<Place> places_;
  std::set<std::pair<uint64_t, size_t>> due_;  // by clock
  std::unordered_map<const Cluster*, size_t> place_of_;
  size_t next_ = 0;  // cluster of the queue
  uint64_t blocks_run_ = 0, cycles_ = 0;
};

}  // namespace whet::vgpu
