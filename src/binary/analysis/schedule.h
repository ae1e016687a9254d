// How a loop waits: how soon loads are consumed, and whether asynchronous copies overlap with math.
//
//   LDG R4 (sets SB2) ; FFMA x 60 ; STS R4 (waits SB2)      the load is in flight over 61 instructions, 60 of them math
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "binary/sass/instruction.h"

namespace whet {

// One variable-latency instruction of a loop and the first instruction that waits for it, within one trip around the
// loop.
struct LoadWait {
  uint32_t load = 0;    // instruction index
  uint32_t waiter = 0;  // instruction index; equal to `load` when nothing in the loop waits
  int distance = 0;     // instructions from load to waiter, without fillers
  int cycles = 0;       // sum of stall counts between them: what one warp can issue while the load is in flight
  int math = 0;         // math instructions between them
};

struct Schedule {
  int scoreboard_waits = 0;  // instructions that wait for a scoreboard
  std::vector<LoadWait> global_loads;
  std::vector<LoadWait> shared_loads;
  int async_copies = 0;                 // LDGSTS, bulk and tensor copies
  int async_waits = 0;                  // DEPBAR over copy groups, mbarrier waits
  std::optional<bool> async_overlaps;   // whether math stands between a copy and its wait; absent: no copies
  std::optional<int> groups_in_flight;  // largest count of a DEPBAR.LE: groups still running after the wait
};

// `loop` lists the instruction indices of one iteration in address order; the walk wraps around once.
Schedule schedule_of(std::span<const Instruction> instructions, std::span<const uint32_t> loop);

}  // namespace whet
