// Where blocks take turns (launch_order.h): a thread that has just read what others may write gives way at once, before
// it does anything with it. An update in two steps then loses what others add in between, as it may on a GPU.
#pragma once

#include "vgpu/machine/launch_state.h"
#include "vgpu/machine/warp.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

// At an op that reads memory, whose registers the handler may still write. Not in the part of a guarded op, which has
// its lanes for that op alone; and not for ever, lest lanes of one warp that wait for each other never get their turn.
inline void give_way_after(Warp& warp, const Op& op) {
  constexpr uint64_t k_most_instructions = 1 << 15;
  if (!warp.worker->launch.options->order.take_turns || warp.executed() > k_most_instructions) return;
  if (warp.program->instruction(op.index).guard != ptx::k_none) return;
  warp.wait(op, Split::k_runnable, false);
  warp.end_turn();
}

}  // namespace whet::vgpu
