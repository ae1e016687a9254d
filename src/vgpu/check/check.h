// The checks of a launch: uninitialised reads, races, barriers in divergent code, and copies that are read too early.
#pragma once

#include <cstdint>
#include <memory>

#include "vgpu/check/check_set.h"
#include "vgpu/machine/launch_observer.h"

namespace whet::vgpu {

class Checker : public LaunchObserver {
 public:
  Checker(LaunchState& launch, const CheckSet& set);
  ~Checker() override;

  void start_block(BlockState& block) override;
  void finish_block(BlockState& block) override;
  void access(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask mask, int width,
              AccessKind kind) override;
  void at_barrier(Warp& warp, const Op& op, uint32_t barrier, bool aligned, bool waits) override;
  void barrier_opened(BlockState& block, uint32_t barrier) override;
  void warp_synchronised(Warp& warp, Mask lanes) override;
  void fenced(Warp& warp, const Op& op) override;
  void copy_issued(Warp& warp, const Op& op, const uint32_t* to, Mask mask, int width) override;
  void copy_done(Warp& warp, uint32_t instruction, const uint32_t* to, Mask mask, int width) override;
  void async_issued(const AsyncCopy& copy) override;
  void async_arrived(const AsyncCopy& copy) override;
  void async_access(Warp& warp, const Op& op, ptx::Space space, int lane, uint64_t address, uint64_t bytes,
                    AccessKind kind) override;
  void operand_read(Warp& warp, const Op& op, uint64_t offset, uint64_t bytes) override;
  void operands_committed(Warp& warp) override;
  void operands_awaited(Warp& warp, uint32_t keep) override;
  void source_read(const AsyncCopy& copy) override;
  void threads_exited(BlockState& block) override;
  void at_cluster_barrier(Warp& warp, const Op& op, bool aligned, bool releases) override;
  void passed_cluster_barrier(Warp& warp) override;
  void cluster_opened(Cluster& cluster) override;
  std::vector<Fault> settle(std::vector<Fault> faults) const override;
  std::string limits() const override;

 private:
  void access_blocks(Warp& warp, const Op& op, const uint64_t* addresses, Mask mask, int width, AccessKind kind);
  void tell(const WarpAccess& access);
  void written_in_shared(const WarpAccess& access, bool is_own);
  void read_operand(Warp& warp, const Op& op, uint64_t offset, int width);

  struct State;
  LaunchState& launch_;
  CheckSet set_;
  std::unique_ptr<State> state_;
};

}  // namespace whet::vgpu
