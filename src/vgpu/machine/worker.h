// One host thread's share of a launch: its counters, memos, and room for the block at hand.
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

// A sector group that left L1, in the order it did: what L2 is fed with.
struct L2Request {
  uint64_t line = 0;
  uint32_t instruction = 0;
  uint8_t sectors = 0;
  bool write = false;
  uint8_t atomic_lanes = 0;  // on the fullest address; 0: no atomic
  bool slow_atomic = false;  // such lanes are not merged on the way
};

// When an access happens, as far as the caches' latency goes: in a round every warp of the blocks that an SM holds has
// its turn. On a GPU they run at the same time.
struct AccessTime {
  uint32_t unit = 0;    // the units that the SM ran before: the same whichever host thread runs it
  uint32_t blocks = 0;  // of the unit that were started
  uint32_t block = 0;   // the one at hand
  uint32_t warp = 0, round = 0;

  void start_unit(uint64_t units_before) {
    unit = static_cast<uint32_t>(units_before);
    blocks = round = 0;
  }
  // Blocks that run one after another here have their rounds at the same time, too.
  void start_again() { round = 0; }
  uint32_t next_block() { return blocks++; }
  static constexpr uint32_t k_blocks = 32, k_warps = 32, k_rounds = 32;
  uint16_t stamp() const {
    return static_cast<uint16_t>(unit % 2 << 15 | block % k_blocks << 10 | warp % k_warps << 5 | round % k_rounds);
  }
  // Whether what is stamped so was asked for by another warp at about the same time.
  bool together_with(uint16_t other) const {
    return other >> 15 == unit % 2 && other % k_rounds == round % k_rounds && other != stamp();
  }
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
  struct OpCache {
    ShapeCache shape, second;  // second: the other side of a copy
    Allocation* allocation = nullptr;
  };
  std::vector<std::unique_ptr<OpCache>> memos;           // per instruction, made at first use
  SectoredCache* l1 = nullptr;                           // of the SM the block at hand runs on; nullptr: no cache model
  std::vector<L2Request> l2_requests;                    // of the blocks at hand
  alignas(64) std::byte strays[k_lanes][k_stray_bytes];  // what stray accesses of lanes meet
  uint64_t model_clock = 0;                              // instructions run: what %clock shows
  uint64_t schedule;                                     // of the scheduler that pauses warps: its random numbers
  uint64_t tests = 0;                                    // of what surrounds a kernel, that it made
  uint64_t sectors_sent = 0;                             // beyond L1
  GridWork work;                                         // of the blocks that are done
  AccessTime access_time;
  StoreWindow stores;
  Watchers watchers;  // of launches that keep time

  OpCache& op_cache(uint32_t instruction) {
    auto& slot = memos[instruction];
    if (!slot) slot = std::make_unique<OpCache>();
    return *slot;
  }
};

}  // namespace whet::vgpu
