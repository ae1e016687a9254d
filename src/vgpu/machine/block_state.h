// One thread block at work: its shared memory, warps, barriers and asynchronous copies.
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
inline constexpr int k_cluster_barrier = k_barriers;  // what a split waits for

// What barrier.red collects of the arrived lanes' predicates.
struct BarrierVotes {
  uint32_t set = 0, clear = 0;  // lanes
};

// A named barrier. A warp has arrived when all its live lanes have; lanes that left the kernel count as arrived.
struct Barrier {
  std::vector<Mask> arrived;      // per warp; empty: nobody is here
  uint32_t expected = 0;          // threads; 0: all of the block
  BarrierVotes gathered, result;  // of this round, and of the last
  uint64_t time = 0;              // of the last arrival, where launches keep time
};

// One cp.async of one warp, not yet carried out.
struct PendingCopy {
  uint32_t instruction = 0;
  Mask mask = 0;
  int bytes = 0;
  std::array<uint32_t, k_lanes> to{};           // shared
  std::array<uint64_t, k_lanes> from{};         // device addresses
  std::array<uint8_t, k_lanes> source_bytes{};  // the rest is zero-filled
};

// Groups of cp.async of one warp, oldest first; the last is open.
struct CopyGroups {
  std::vector<std::vector<PendingCopy>> closed;
  std::vector<PendingCopy> open;
  bool empty() const { return closed.empty() && open.empty(); }
};

// Lanes of one warp at the cluster's barrier.
struct ClusterWait {
  Mask arrived = 0;  // and it has not opened yet
  Mask opened = 0;   // it has, and they did not wait yet
};

enum class BlockProgress : uint8_t {
  done,
  polls,   // gives way to all other blocks, for which it may be waiting
  awaits,  // ... to those of its cluster
  turned,  // ran a round; the other blocks of the SM have theirs
  waits,   // ran, and now every warp waits
  stuck,   // nothing could run: every warp waited already
};

class BlockState {
 public:
  BlockState(LaunchState& launch, Worker& worker) : launch_(&launch), worker_(&worker) {}

  // Makes ready for the block of this index in the grid.
  void start(uint64_t block_index, Cluster& cluster, uint32_t rank);
  // Runs until it is finished, gives way or can do nothing more. A block that is finished has told its worker what it
  // did.
  BlockProgress run();
  // Of launches that keep time: runs its warps, the one that is furthest behind first, until each waits or is past the
  // clocks of all other blocks. False: there was nothing to run.
  bool run_in_time();
  // The clock of the warp that runs next; nothing when none can.
  std::optional<uint64_t> next_clock() const;
  uint64_t last_clock() const;  // of the warp that is furthest ahead
  bool exited() const { return exited_; }
  // Every warp waits for one that will not come: one finding for each place where some wait.
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
  // The warp's number in the grid: what its poison is drawn by.
  uint64_t place_of(const Warp& warp) const;
  // A fresh stack frame of these lanes.
  void poison_stack(const Warp& warp, Mask lanes, uint32_t from, uint32_t bytes);

  // The lanes arrive. True: the barrier opened (waiters are awake); false: not yet.
  bool arrive(uint32_t barrier, uint32_t expected, const Warp& warp, Mask lanes);
  void lanes_left();  // some lanes exited: barriers may open

  std::vector<Warp> warps;
  std::array<Barrier, k_barriers> barriers;
  std::vector<CopyGroups> copies;          // per warp
  std::vector<BulkGroups> bulk;            // per warp
  std::vector<AsyncCopy> arriving;         // report to barriers of this block, whoever issued them
  std::vector<ClusterWait> cluster_waits;  // per warp
  std::vector<uint32_t> stack_tops;  // per thread: where alloca's part of its stack begins; empty: nobody called it
  bool polled = false;               // some warp looked at memory as one who waits does
  bool awaited = false;              // ... at an mbarrier, which only the cluster can complete
  uint64_t generation = 0;           // barriers opened

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
  uint64_t sectors_ = 0;      // beyond L1
  uint32_t place_on_sm_ = 0;  // among the blocks of its unit
  std::vector<std::byte> shared_;
  std::vector<std::byte> local_;
};

}  // namespace whet::vgpu
