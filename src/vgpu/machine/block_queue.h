// Deals the clusters of a launch to workers, unit by unit: what an SM holds at once. The units of a wave, one for each
// SM, run at the same time on a GPU: their traffic is dealt to L2 in slices, one of each unit in turn, wave after wave.
// The blocks of a cluster stand on neighbouring SMs, one on each; without clusters each block is one.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "vgpu/machine/worker.h"
#include "vgpu/memory/cache.h"
#include "vgpu/program/counters.h"

namespace whet::vgpu {

struct Unit {
  uint64_t index = 0;
  uint32_t sm = 0;     // the first of as many as a cluster has blocks, counted in clusters
  uint64_t on_sm = 0;  // units that the SM was dealt before
  std::vector<uint64_t> clusters;
};

class BlockQueue {
 public:
  // A cluster has `together` blocks.
  BlockQueue(uint32_t together, const RunOptions& options, size_t instructions);

  // What is run next, in the order of the grid. Nothing dealt before is under way; caches are as that left them.
  void deal(std::vector<uint64_t> clusters);
  // Clusters that the GPU holds at once.
  uint64_t wave() const { return uint64_t{sms_} * per_sm_; }

  // The next unit, its SM's cache ready for the caller alone; nothing when all are dealt.
  std::optional<Unit> take();
  // One for each block of a cluster; none without a cache model.
  std::vector<SectoredCache*> l1(const Unit& unit, const CacheSizes& sizes);
  // The unit's traffic goes to L2 with that of its wave.
  void finish(const Unit& unit, std::vector<L2Request> requests);
  // Part of a unit's traffic, to keep memory bounded. Waits for the units before it, whose traffic goes first.
  void pass_on(const Unit& unit, std::vector<L2Request>& requests);

  // For launches that keep time, which deal for themselves: what there is to run, and traffic in the order of time.
  const std::vector<uint64_t>& clusters() const { return clusters_; }
  uint32_t sms() const { return sms_; }
  void feed(std::span<const L2Request> requests);

  // After all units are finished.
  const std::vector<AccessCount>& l2_counts() const { return l2_counts_; }
  uint64_t dram_read_sectors() const { return dram_reads_; }
  uint64_t dram_write_sectors() const { return dram_writes_; }
  HotLine hottest() const;
  uint64_t dirty_l2_sectors() const { return l2_.dirty_sectors(); }

 private:
  bool all_done(uint64_t first, uint64_t end) const;
  void feed_units(uint64_t end);

  std::vector<uint64_t> clusters_;
  uint32_t together_;
  uint32_t sms_, per_sm_;  // groups of SMs, one for each block of a cluster
  bool counted_;
  std::mutex mutex_;
  std::condition_variable turned_;
  uint64_t next_unit_ = 0, units_ = 0;
  uint64_t fed_units_ = 0;  // all below are through L2
  std::vector<std::vector<L2Request>> waiting_;
  std::vector<bool> done_;
  std::vector<std::unique_ptr<SectoredCache>> l1_;
  std::vector<uint64_t> sm_round_;  // units finished on the SM
  SectoredCache l2_;
  std::vector<AccessCount> l2_counts_;
  struct LineAtomics {
    HotLine load;
    uint8_t seen = 0;  // sectors
  };
  std::unordered_map<uint64_t, LineAtomics> atomics_;  // by line
  uint64_t dram_reads_ = 0, dram_writes_ = 0;
};

}  // namespace whet::vgpu
