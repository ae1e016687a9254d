// What a launch tells to whoever watches it while it runs: the checks.
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

// Watches one launch. Blocks run one after another on one thread while it does.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;

  virtual void start_block(BlockState& block) = 0;
  virtual void finish_block(BlockState& block) = 0;
  // Addresses are offsets for shared and local memory, generic ones when lanes differ in their space. Called before the
  // access is carried out.
  virtual void access(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask mask, int width,
                      AccessKind kind) = 0;
  // bar.sync and its kin, before the active lanes arrive; `waits`: not bar.arrive.
  virtual void at_barrier(Warp& warp, const Op& op, uint32_t barrier, bool aligned, bool waits) = 0;
  virtual void barrier_opened(BlockState& block, uint32_t barrier) = 0;
  // bar.warp.sync, a shuffle or the like of these lanes.
  virtual void warp_synchronised(Warp& warp, Mask lanes) = 0;
  // fence or membar of the active lanes.
  virtual void fenced(Warp& warp, const Op& op) = 0;
  // A cp.async was issued for these bytes of shared memory, and later carried out.
  virtual void copy_issued(Warp& warp, const Op& op, const uint32_t* to, Mask mask, int width) = 0;
  virtual void copy_done(Warp& warp, uint32_t instruction, const uint32_t* to, Mask mask, int width) = 0;
  // A copy of the asynchronous proxy into shared memory: its bytes are nobody's from its issue until it arrives, and
  // then whoever waits at its mbarrier may use them.
  virtual void async_issued(const AsyncCopy& copy) = 0;
  virtual void async_arrived(const AsyncCopy& copy) = 0;
  // Bytes side by side that the lane has the asynchronous proxy read or write.
  virtual void async_access(Warp& warp, const Op& op, ptx::Space space, int lane, uint64_t address, uint64_t bytes,
                            AccessKind kind) = 0;
  // barrier.cluster.arrive and .wait of the active lanes.
  virtual void at_cluster_barrier(Warp& warp, const Op& op, bool aligned, bool releases) = 0;
  virtual void passed_cluster_barrier(Warp& warp) = 0;
  virtual void cluster_opened(Cluster& cluster) = 0;
  // What is left to tell: the copies of a source line in an unrolled loop are one finding, and a read that races is not
  // told again for having seen what nobody wrote yet.
  virtual std::vector<Fault> settle(std::vector<Fault> faults) const = 0;
  // Why part of the launch was not watched; empty: all was.
  virtual std::string limits() const = 0;
};

// Makes the observer of a launch; empty: nobody watches.
using Watch = std::function<std::unique_ptr<LaunchObserver>(LaunchState&)>;

}  // namespace whet::vgpu
