// The checks of a launch: uninitialised reads, races, barriers in divergent code, copies read too early.
#pragma once

#include <cstdint>
#include <memory>

#include "ptx/types.h"
#include "vgpu/lanes.h"
#include "vgpu/launch_state.h"

namespace whet::vgpu {

class Warp;
class BlockState;
struct Op;

struct CheckSet {
  bool memory = false, init = false, race = false, sync = false;
  bool any() const { return memory || init || race || sync; }
};

enum class AccessKind : uint8_t { read, write, atomic };

// Watches one launch. Blocks run one after another on one thread while it does.
class Checker {
 public:
  Checker(LaunchState& launch, const CheckSet& set);
  ~Checker();

  void start_block(BlockState& block);
  void finish_block(BlockState& block);
  // Addresses are offsets for shared and local memory. Called before the access is carried out.
  void access(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask mask, int width,
              AccessKind kind);
  // All of a block's barriers that opened; `warp_only`: bar.warp.sync of these lanes.
  void barrier_opened(BlockState& block, uint32_t barrier);
  void warp_synchronised(Warp& warp, Mask lanes);
  // bar.sync and its kin, before arriving.
  void at_barrier(Warp& warp, const Op& op, bool aligned);
  // A cp.async was issued for these bytes of shared memory, and later carried out.
  void copy_issued(Warp& warp, const Op& op, const uint32_t* to, Mask mask, int width);
  void copy_done(Warp& warp, uint32_t instruction, const uint32_t* to, Mask mask, int width);
  bool wants_memory() const { return set_.memory; }

 private:
  struct State;
  LaunchState& launch_;
  CheckSet set_;
  std::unique_ptr<State> state_;
};

}  // namespace whet::vgpu
