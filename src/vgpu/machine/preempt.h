// Where blocks take turns (launch_order.h): a thread that has just read what others may write gives way at once, before
// it does anything with it. An update in two steps then loses what others add in between, as it may on a GPU.
#pragma once

#include "vgpu/machine/launch_state.h"
#include "vgpu/machine/warp.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

// The rounds that a warp is paused for at a meeting with others, by a seeded scheduler: none and no end of its turn
// where it goes on (-1). Long pauses are rare, and let others come far ahead.
inline int drawn_pause(Worker& worker) {
  constexpr int k_pauses[] = {-1, -1, 0, 0, 0, 1, 2, 6};
  worker.schedule = worker.schedule * 6364136223846793005ull + 1442695040888963407ull;
  return k_pauses[worker.schedule >> 61];
}

// At an op that meets others in memory, whose registers the handler may still write. Not in the part of a guarded op,
// which has its lanes for that op alone; and not for ever, lest lanes of one warp that wait for each other never get
// their turn.
inline void give_way_after(Warp& warp, const Op& op) {
  constexpr uint64_t k_most_instructions = 1 << 15;
  const LaunchOrder& order = warp.worker->launch.options->order;
  if (!order.take_turns || warp.executed() > k_most_instructions) return;
  if (warp.program->instruction(op.index).guard != ptx::k_none) return;
  const int rounds = order.pauses ? drawn_pause(*warp.worker) : 0;
  if (rounds < 0) return;
  warp.sit_out(static_cast<uint32_t>(rounds));
  warp.wait(op, Split::k_runnable, false);
  warp.end_turn();
}

// At an op that only writes what others may read: the seeded scheduler lets them look before the next write.
inline void perhaps_give_way_after(Warp& warp, const Op& op) {
  if (warp.worker->launch.options->order.pauses) give_way_after(warp, op);
}

}  // namespace whet::vgpu
