// The state of one thread block: its shared memory, warps, barriers and asynchronous copies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "vgpu/machine/async_copy.h"
#include "vgpu/machine/launch_state.h"
#include "vgpu/machine/warp.h"
#include "vgpu/program/block_work.h"
#include "vgpu/program/fault.h"

namespace whet::vgpu {

class Cluster;
class Worker;

inline constexpr int k_barriers = 16;
inline constexpr int k_cluster_barrier = k_barriers;  // value of Split::waits_for at the cluster's barrier

// Lanes by the predicate they gave to barrier.red: true or false.
struct BarrierVotes {
  uint32_t set = 0, clear = 0;  // lanes
};

// A named barrier. A warp has arrived when all its live lanes have; exited lanes count as arrived.
struct Barrier {
  std::vector<Mask> arrived;      // per warp; empty: no lane has arrived
  uint32_t expected = 0;          // threads; 0: all of the block
  BarrierVotes gathered, result;  // votes of the current round and of the last one
  uint64_t time = 0;              // of the last arrival, in timed launches
};

// One warp's cp.async that was issued but not executed yet.
struct PendingCopy {
  uint32_t instruction = 0;
  Mask mask = 0;
  int bytes = 0;
  std::array<uint32_t, k_lanes> to{};           // offsets in shared memory
  std::array<uint64_t, k_lanes> from{};         // device addresses
  std::array<uint8_t, k_lanes> source_bytes{};  // bytes beyond these are zero-filled
};

// The cp.async groups of one warp, oldest first. `open` is not committed yet.
struct CopyGroups {
  std::vector<std::vector<PendingCopy>> closed;
  std::vector<PendingCopy> open;
  bool empty() const { return closed.empty() && open.empty(); }
};

// The lanes of one warp at the cluster's barrier.
struct ClusterWait {
  Mask arrived = 0;  // arrived, and the barrier has not opened yet
  Mask opened = 0;   // the barrier has opened, but they have not executed .wait yet
};

enum class BlockProgress : uint8_t {
  done,
  polls,   // yields to all other blocks: it may be waiting for any of them
  awaits,  // yields to the blocks of its cluster: it may be waiting for one
  turned,  // every warp had its turn; now the other blocks of the SM have theirs
  waits,   // some warps ran, and now every warp waits
  stuck,   // nothing could run: every warp was already waiting
};

class BlockState {
 public:
  BlockState(LaunchState& launch, Worker& worker) : launch_(&launch), worker_(&worker) {}

  // Resets the state for the block with this index in the grid.
  void start(uint64_t block_index, Cluster& cluster, uint32_t rank);
  // Runs until the block is finished, yields, or makes no progress. When finished, its work is added to the worker's.
  BlockProgress run();
  // For timed launches: runs the warps, always the one with the lowest clock, until each waits or is past the clocks of
  // all other blocks. False if nothing could run.
  bool run_in_time();
  // The clock of the warp that runs next; nothing when none can run.
  std::optional<uint64_t> next_clock() const;
  uint64_t last_clock() const;  // of the warp that is furthest ahead
  bool exited() const { return exited_; }
  // Reports a deadlock: one finding for each place where warps wait.
  void report_deadlock();

  const Dim3& id() const { return id_; }
  uint64_t index() const { return index_; }
  Cluster& cluster() const { return *cluster_; }
  uint32_t rank() const { return rank_; }  // in the cluster
  std::byte* shared() { return shared_.data(); }
  uint32_t shared_bytes() const { return static_cast<uint32_t>(shared_.size()); }
  std::byte* local(const Warp& warp) { return local_.data() + warp.local_offset; }
  LaunchState& launch() { return *launch_; }
  Worker& worker() { return *worker_; }
  Dim3 thread_of(const Warp& warp, int lane) const;
  // The warp's number in the grid. It seeds the warp's poison.
  uint64_t place_of(const Warp& warp) const;
  // Poisons a new stack frame of these lanes.
  void poison_stack(const Warp& warp, Mask lanes, uint32_t from, uint32_t bytes);

  // Registers that the lanes arrive. True if the barrier opened and woke its waiters.
  bool arrive(uint32_t barrier, uint32_t expected, const Warp& warp, Mask lanes);
  void lanes_left();  // some lanes exited, so barriers may open

  std::vector<Warp> warps;
  std::array<Barrier, k_barriers> barriers;
  std::vector<CopyGroups> copies;          // per warp
  std::vector<BulkGroups> bulk;            // per warp
  std::vector<AsyncCopy> arriving;         // copies by any block that report to mbarriers of this block
  std::vector<ClusterWait> cluster_waits;  // per warp
  std::vector<uint32_t> stack_tops;        // per thread: where its alloca area begins; empty: alloca was never called
  bool polled = false;                     // a warp polled memory, as one that waits for another thread does
  bool awaited = false;                    // a warp polled an mbarrier, which only the cluster can complete
  uint64_t generation = 0;                 // counts the barriers that have opened

 private:
  BlockProgress run_warps();
  BlockWork work_done() const;
  void finish();
  bool complete(const Barrier& barrier) const;
  void open(uint32_t barrier);

  LaunchState* launch_;
  Worker* worker_;
  Dim3 id_;
  uint64_t index_ = 0;
  Cluster* cluster_ = nullptr;
  uint32_t rank_ = 0;
  bool exited_ = false;
  uint64_t sectors_ = 0;      // sent beyond L1
  uint32_t place_on_sm_ = 0;  // its number among the blocks of its unit
  std::vector<std::byte> shared_;
  std::vector<std::byte> local_;
};

}  // namespace whet::vgpu
