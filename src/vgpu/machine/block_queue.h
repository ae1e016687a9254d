// Deals the clusters of a launch to workers in units. A unit is the set of clusters that one SM holds at once. The
// units of a wave, one per SM, run at the same time on a GPU, so their traffic reaches L2 interleaved: one slice of
// each unit in turn, wave after wave. The blocks of a cluster run on neighbouring SMs, one block per SM; in a launch
// without clusters, every block is a cluster of its own.
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
  uint32_t sm = 0;     // index of a group of SMs that runs one cluster, one block per SM
  uint64_t on_sm = 0;  // units that this SM has run before
  std::vector<uint64_t> clusters;
};

class BlockQueue {
 public:
  // A cluster has `together` blocks.
  BlockQueue(uint32_t together, const RunOptions& options, size_t instructions);

  // Sets the clusters to run next, in grid order. Earlier ones must be finished; the caches keep their contents.
  void deal(std::vector<uint64_t> clusters);
  // Clusters that the GPU holds at once.
  uint64_t wave() const { return uint64_t{sms_} * per_sm_; }

  // The next unit; the caller has the SM's cache to itself. Nothing when all units are dealt.
  std::optional<Unit> take();
  // The L1 caches of the unit's SMs, one per block of a cluster. Empty without a cache model.
  std::vector<SectoredCache*> l1(const Unit& unit, const CacheSizes& sizes);
  // Hands in the unit's traffic, which goes to L2 together with that of its wave.
  void finish(const Unit& unit, std::vector<L2Request> requests);
  // Hands in part of a unit's traffic early, to bound memory. Blocks until the traffic of all earlier units is fed.
  void pass_on(const Unit& unit, std::vector<L2Request>& requests);

  // For timed launches, which deal clusters themselves: the clusters to run, and L2 requests in order of time.
  const std::vector<uint64_t>& clusters() const { return clusters_; }
  uint32_t sms() const { return sms_; }
  void feed(std::span<const L2Request> requests);

  // Valid when all units are finished.
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
  uint32_t sms_, per_sm_;  // counted in groups of SMs that run one cluster
  bool counted_;
  std::mutex mutex_;
  std::condition_variable turned_;
  uint64_t next_unit_ = 0, units_ = 0;
  uint64_t fed_units_ = 0;  // the traffic of all units below this index has gone through L2
  std::vector<std::vector<L2Request>> waiting_;
  std::vector<bool> done_;
  std::vector<std::unique_ptr<SectoredCache>> l1_;
  std::vector<uint64_t> sm_round_;  // units finished on the SM
  SectoredCache l2_;
  std::vector<AccessCount> l2_counts_;
  struct LineAtomics {
    HotLine load;
    uint8_t seen = 0;  // bits of the line's sectors
  };
  std::unordered_map<uint64_t, LineAtomics> atomics_;  // by line
  uint64_t dram_reads_ = 0, dram_writes_ = 0;
};

}  // namespace whet::vgpu
