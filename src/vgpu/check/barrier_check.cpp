#include "vgpu/check/barrier_check.h"

#include <bit>

#include <fmt/format.h>

#include "vgpu/decode/control_ops.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

// True if the split only has to exit, as after `if (i >= n) return;`.
bool leaves(const Program& program, const Split& split) {
  constexpr int k_most_steps = 16;
  if (!split.calls.empty()) return false;
  uint32_t pc = split.pc;
  for (int step = 0; step < k_most_steps; ++step) {
    const Op& op = program.ops[pc];
    if (op.run == leave_kernel) return true;
    if (op.run == jump)
      pc = op.target;
    else if (op.run == enter_block || op.run == join_splits)
      ++pc;
    else
      return false;
  }
  return false;
}

Mask staying(const Warp& warp) {
  Mask lanes = warp.live();
  for (const Split& split : warp.splits()) {
    if (leaves(*warp.program, split)) lanes &= ~split.mask;
  }
  return lanes;
}

}  // namespace

void BarrierCheck::start_block(const BlockState& block) {
  blocks_[block.index()].assign(block.warps.size(), {});
}

void BarrierCheck::finish_block(const BlockState& block) {
  blocks_.erase(block.index());
}

void BarrierCheck::arrive(const Warp& warp, const Op& op, uint32_t barrier) {
  Arrival& arrival = blocks_.at(warp.block->index())[warp.index][barrier];
  if (arrival.expected == 0) {
    arrival = {};
    arrival.instruction = op.index;
    arrival.expected = staying(warp);
  }
  if (arrival.instruction == op.index) {
    arrival.arrived |= warp.mask;
  } else {
    arrival.elsewhere |= warp.mask;
    arrival.other_instruction = op.index;
  }
}

void BarrierCheck::barrier_opened(BlockState& block, uint32_t barrier) {
  BlockArrivals& warps = blocks_.at(block.index());
  for (const Warp& warp : block.warps) {
    const Arrival arrival = std::exchange(warps[warp.index][barrier], {});
    if (arrival.arrived != arrival.expected) report(block, warp, arrival);
  }
}

void BarrierCheck::report(BlockState& block, const Warp& warp, const Arrival& arrival) {
  Fault fault;
  fault.kind = FaultKind::barrier_divergence;
  fault.instruction = arrival.instruction;
  fault.block = block.id();
  fault.thread = block.thread_of(warp, std::countr_zero(arrival.arrived));
  fault.detail =
      fmt::format("{} of {} lanes of the warp run it", std::popcount(arrival.arrived), std::popcount(arrival.expected));
  if (arrival.elsewhere) {
    fault.other_instruction = arrival.other_instruction;
    fault.other_block = block.id();
    fault.other_thread = block.thread_of(warp, std::countr_zero(arrival.elsewhere));
  }
  block.worker().report(std::move(fault));
}

}  // namespace whet::vgpu
