// One host thread's share of a launch: its counters, memos, and room for the block at hand.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/access.h"
#include "vgpu/cache.h"
#include "vgpu/counters.h"
#include "vgpu/launch_state.h"
#include "vgpu/warp.h"

namespace whet::vgpu {

// A sector group that left L1, in the order it did: what L2 is fed with.
struct L2Request {
  uint64_t line = 0;
  uint32_t instruction = 0;
  uint8_t sectors = 0;
  uint8_t atomics = 0;  // lanes
  bool write = false;
};

inline constexpr uint64_t k_stray_bytes = 64;  // the widest access there is fits an aligned piece of so many

class Worker {
 public:
  explicit Worker(LaunchState& launch);

  // Stops the launch, unless checks are on: then the finding is kept and the lane left out.
  void report(Fault fault);
  void fault(const Warp& warp, const Op& op, FaultKind kind, int lane, uint64_t address, int bytes,
             std::string detail = {});

  LaunchState& launch;
  std::vector<ExecutionCount> blocks;     // per ProgramBlock
  std::vector<ExecutionCount> guarded;    // per instruction under a guard
  std::vector<AccessCount> accesses;      // per instruction
  std::vector<uint64_t> taken, diverged;  // per instruction
  struct Memo {
    AccessMemo shape, second;  // second: the other side of a copy
    Allocation* allocation = nullptr;
  };
  std::vector<std::unique_ptr<Memo>> memos;              // per instruction, made at first use
  SectoredCache* l1 = nullptr;                           // of the SM the block at hand runs on; nullptr: no cache model
  std::vector<L2Request> l2_requests;                    // of the blocks at hand
  alignas(64) std::byte strays[k_lanes][k_stray_bytes];  // what stray accesses of lanes meet
  uint64_t model_clock = 0;                              // instructions run: what %clock shows

  Memo& memo(uint32_t instruction) {
    auto& slot = memos[instruction];
    if (!slot) slot = std::make_unique<Memo>();
    return *slot;
  }
};

}  // namespace whet::vgpu
