// One host thread's part of a launch: its counters, caches of analysed ops, and scratch memory for the current block.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/machine/launch_state.h"
#include "vgpu/machine/store_window.h"
#include "vgpu/machine/warp.h"
#include "vgpu/machine/watchers.h"
#include "vgpu/memory/cache.h"
#include "vgpu/program/access.h"
#include "vgpu/program/counters.h"

namespace whet::vgpu {

// Sectors of one line that left L1. L2 is fed with these in order.
struct L2Request {
  uint64_t line = 0;
  uint32_t instruction = 0;
  uint8_t sectors = 0;
  bool write = false;
  uint8_t atomic_lanes = 0;  // most lanes on one address; 0: not an atomic
  bool slow_atomic = false;  // these lanes are not merged on the way
};

// The modelled time of an access, for the latency of the caches. In a round, every warp of the blocks that an SM holds
// has one turn; on a GPU these turns overlap.
struct AccessTime {
  uint32_t unit = 0;    // units that the SM ran before; does not depend on the host thread
  uint32_t blocks = 0;  // blocks of the unit that were started
  uint32_t block = 0;   // the current one
  uint32_t warp = 0, round = 0;

  void start_unit(uint64_t units_before) {
    unit = static_cast<uint32_t>(units_before);
    blocks = round = 0;
  }
  // Blocks that run one after another here would run their rounds at the same time on a GPU.
  void start_again() { round = 0; }
  uint32_t next_block() { return blocks++; }
  static constexpr uint32_t k_blocks = 32, k_warps = 32, k_rounds = 32;
  uint16_t stamp() const {
    return static_cast<uint16_t>(unit % 2 << 15 | block % k_blocks << 10 | warp % k_warps << 5 | round % k_rounds);
  }
  // True if the access with this stamp was made by another warp at about the same time.
  bool together_with(uint16_t other) const {
    return other >> 15 == unit % 2 && other % k_rounds == round % k_rounds && other != stamp();
  }
};

inline constexpr uint64_t k_stray_bytes = 64;  // the widest access fits into one aligned piece of this size

class Worker {
 public:
  explicit Worker(LaunchState& launch);

  // Stops the launch. With checks on, it keeps the finding instead and skips the lane.
  void report(Fault fault);
  void fault(const Warp& warp, const Op& op, FaultKind kind, int lane, uint64_t address, int bytes,
             std::string detail = {});

  LaunchState& launch;
  std::vector<ExecutionCount> blocks;     // per ProgramBlock
  std::vector<ExecutionCount> guarded;    // per instruction under a guard
  std::vector<AccessCount> accesses;      // per instruction
  std::vector<uint64_t> taken, diverged;  // per instruction
  struct OpCache {
    ShapeCache shape, second;  // second: the other side of a copy
    Allocation* allocation = nullptr;
  };
  std::vector<std::unique_ptr<OpCache>> memos;           // per instruction, made at first use
  SectoredCache* l1 = nullptr;                           // of the current block's SM; nullptr: no cache model
  std::vector<L2Request> l2_requests;                    // of the current blocks
  alignas(64) std::byte strays[k_lanes][k_stray_bytes];  // what out-of-bounds accesses of lanes read and write
  uint64_t model_clock = 0;                              // instructions executed; the value of %clock
  uint64_t schedule;                                     // random state of the scheduler that pauses warps
  uint64_t tests = 0;                                    // how many tests of the time were executed (time_tests.h)
  uint64_t sectors_sent = 0;                             // sent beyond L1
  GridWork work;                                         // of the finished blocks
  AccessTime access_time;
  StoreWindow stores;
  Watchers watchers;  // for timed launches

  OpCache& op_cache(uint32_t instruction) {
    auto& slot = memos[instruction];
    if (!slot) slot = std::make_unique<OpCache>();
    return *slot;
  }
};

}  // namespace whet::vgpu
