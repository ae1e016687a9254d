// Preemption in launches where blocks take turns (launch_order.h): a thread that has just read memory that others may
// write yields before it uses the value. An update in two steps then loses what others add in between, as it may on a
// GPU.
#pragma once

#include "vgpu/machine/launch_state.h"
#include "vgpu/machine/warp.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

// How many rounds a seeded scheduler pauses a warp for; -1: the warp goes on with its turn. Long pauses are rare, and
// let other warps get far ahead.
inline int drawn_pause(Worker& worker) {
  constexpr int k_pauses[] = {-1, -1, 0, 0, 0, 1, 2, 6};
  worker.schedule = worker.schedule * 6364136223846793005ull + 1442695040888963407ull;
  return k_pauses[worker.schedule >> 61];
}

// Yields after an op that accesses memory that other threads access; the handler may still write its registers. A
// guarded op does not yield, because the mask is narrowed to its lanes. Yielding ends after k_most_instructions,
// because lanes of one warp that wait for each other would otherwise never get their turn.
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

// After an op that only writes memory that others may read: a seeded scheduler may let them read it now.
inline void perhaps_give_way_after(Warp& warp, const Op& op) {
  if (warp.worker->launch.options->order.pauses) give_way_after(warp, op);
}

}  // namespace whet::vgpu
