// The interface through which a launch reports its events to the checks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ptx/types.h"
#include "vgpu/machine/launch_state.h"
#include "vgpu/machine/warp_access.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/lanes.h"

namespace whet::vgpu {

class BlockState;
class Cluster;
struct AsyncCopy;

// Watches one launch, whose blocks then run one after another on one thread.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;

  virtual void start_block(BlockState& block) = 0;
  virtual void finish_block(BlockState& block) = 0;
  // Called before the access is executed. Addresses are offsets for shared and local memory, and generic ones if the
  // lanes access different spaces.
  virtual void access(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask mask, int width,
                      AccessKind kind) = 0;
  // bar.sync and similar, before the active lanes arrive. `waits` is false for bar.arrive.
  virtual void at_barrier(Warp& warp, const Op& op, uint32_t barrier, bool aligned, bool waits) = 0;
  virtual void barrier_opened(BlockState& block, uint32_t barrier) = 0;
  // These lanes executed bar.warp.sync, a shuffle or another collective.
  virtual void warp_synchronised(Warp& warp, Mask lanes) = 0;
  // The active lanes executed fence or membar.
  virtual void fenced(Warp& warp, const Op& op) = 0;
  // A cp.async to these bytes of shared memory was issued, and was executed later.
  virtual void copy_issued(Warp& warp, const Op& op, const uint32_t* to, Mask mask, int width) = 0;
  virtual void copy_done(Warp& warp, uint32_t instruction, const uint32_t* to, Mask mask, int width) = 0;
  // A copy of the asynchronous proxy into shared memory. No thread may use its bytes from issue until arrival; after
  // that, threads that wait at its mbarrier may.
  virtual void async_issued(const AsyncCopy& copy) = 0;
  virtual void async_arrived(const AsyncCopy& copy) = 0;
  // A contiguous range of bytes that the asynchronous proxy reads or writes for this lane.
  virtual void async_access(Warp& warp, const Op& op, ptx::Space space, int lane, uint64_t address, uint64_t bytes,
                            AccessKind kind) = 0;
  // An operand of wgmma in shared memory of the warp's block. Rows that nobody wrote may be among it.
  virtual void operand_read(Warp& /*warp*/, const Op& /*op*/, uint64_t /*offset*/, uint64_t /*bytes*/) {}
  // The warp executed wgmma.commit_group, or wgmma.wait_group for all but its newest `keep` groups.
  virtual void operands_committed(Warp& /*warp*/) {}
  virtual void operands_awaited(Warp& /*warp*/, uint32_t /*keep*/) {}
  // A copy to global memory has read its source, since a thread waits for that.
  virtual void source_read(const AsyncCopy& /*copy*/) {}
  // All threads of the block have exited; its copies to global memory may be pending.
  virtual void threads_exited(BlockState& /*block*/) {}
  // The active lanes executed barrier.cluster.arrive or .wait.
  virtual void at_cluster_barrier(Warp& warp, const Op& op, bool aligned, bool releases) = 0;
  virtual void passed_cluster_barrier(Warp& warp) = 0;
  virtual void cluster_opened(Cluster& cluster) = 0;
  // The findings to report, without repetitions. The copies of a source line in an unrolled loop give one finding, and
  // a racing read is not also reported as uninitialised.
  virtual std::vector<Fault> settle(std::vector<Fault> faults) const = 0;
  // Why part of the launch was not watched; empty if all was.
  virtual std::string limits() const = 0;
};

// Makes the observer of a launch; empty: the launch has none.
using Watch = std::function<std::unique_ptr<LaunchObserver>(LaunchState&)>;

}  // namespace whet::vgpu
