// The checks of a launch: uninitialised reads, races, barriers in divergent code, copies read too early.
#pragma once

#include <cstdint>
#include <memory>

#include "ptx/types.h"
#include "vgpu/check_set.h"
#include "vgpu/lanes.h"
#include "vgpu/launch_state.h"
#include "vgpu/warp_access.h"

namespace whet::vgpu {

class BlockState;
class Cluster;
struct AsyncCopy;

// Watches one launch. Blocks run one after another on one thread while it does.
class Checker {
 public:
  Checker(LaunchState& launch, const CheckSet& set);
  ~Checker();

  void start_block(BlockState& block);
  void finish_block(BlockState& block);
  // Addresses are offsets for shared and local memory, generic ones when lanes differ in their space. Called before the
  // access is carried out.
  void access(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask mask, int width,
              AccessKind kind);
  // bar.sync and its kin, before the active lanes arrive; `waits`: not bar.arrive.
  void at_barrier(Warp& warp, const Op& op, uint32_t barrier, bool aligned, bool waits);
  void barrier_opened(BlockState& block, uint32_t barrier);
  // bar.warp.sync, a shuffle or the like of these lanes.
  void warp_synchronised(Warp& warp, Mask lanes);
  // fence or membar of the active lanes.
  void fenced(Warp& warp, const Op& op);
  // A cp.async was issued for these bytes of shared memory, and later carried out.
  void copy_issued(Warp& warp, const Op& op, const uint32_t* to, Mask mask, int width);
  void copy_done(Warp& warp, uint32_t instruction, const uint32_t* to, Mask mask, int width);
  // A copy of the asynchronous proxy into shared memory: its bytes are nobody's from its issue until it arrives, and
  // then whoever waits at its mbarrier may use them.
  void async_issued(const AsyncCopy& copy);
  void async_arrived(const AsyncCopy& copy);
  // Bytes side by side that the lane has the asynchronous proxy read or write.
  void async_access(Warp& warp, const Op& op, ptx::Space space, int lane, uint64_t address, uint64_t bytes,
                    AccessKind kind);
  // barrier.cluster.arrive and .wait of the active lanes.
  void at_cluster_barrier(Warp& warp, const Op& op, bool aligned, bool releases);
  void passed_cluster_barrier(Warp& warp);
  void cluster_opened(Cluster& cluster);
  // What is left to tell: the copies of a source line in an unrolled loop are one finding, and a read that races is not
  // told again for having seen what nobody wrote yet.
  std::vector<Fault> settle(std::vector<Fault> faults) const;
  // Why part of the launch was not watched; empty: all was.
  std::string limits() const;

 private:
  void access_blocks(Warp& warp, const Op& op, const uint64_t* addresses, Mask mask, int width, AccessKind kind);
  void tell(const WarpAccess& access);

  struct State;
  LaunchState& launch_;
  CheckSet set_;
  std::unique_ptr<State> state_;
};

}  // namespace whet::vgpu
