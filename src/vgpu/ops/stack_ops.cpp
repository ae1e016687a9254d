// alloca, stacksave and stackrestore. Their memory grows down from the end of a thread's local memory.
#include <algorithm>
#include <bit>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

uint32_t& stack_top(Warp& warp, int lane) {
  std::vector<uint32_t>& tops = warp.block->stack_tops;
  if (tops.empty()) tops.assign(warp.block->warps.size() * k_lanes, warp.worker->launch.local_bytes);
  return tops[warp.index * k_lanes + static_cast<uint32_t>(lane)];
}

void put(Warp& warp, Ref to, int lane, uint32_t value, bool wide) {
  if (wide)
    warp.lanes<uint64_t>(to)[lane] = value;
  else
    warp.lanes<uint32_t>(to)[lane] = value;
}

// Op: dst, a bytes; small: alignment; flags: registers have 64 bits.
void allocate_on_stack(Warp& warp, const Op& op) {
  const uint32_t own = warp.local_base() + warp.program->functions[warp.program->entry].local_bytes;
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    uint32_t& top = stack_top(warp, lane);
    const uint64_t bytes = op.flags ? value_at<uint64_t>(warp, op.a, lane) : value_at<uint32_t>(warp, op.a, lane);
    const uint64_t room = top - std::min(top, own);
    const uint32_t place = bytes > room ? 0 : (top - static_cast<uint32_t>(bytes)) & ~(uint32_t{op.small} - 1);
    if (bytes > room || place < own) {
      warp.worker->fault(warp, op, FaultKind::stack_overflow, lane, 0, 0);
      warp.worker->launch.stopped = true;
      return warp.stop();
    }
    warp.block->poison_stack(warp, 1u << lane, place, top - place);
    top = place;
    put(warp, op.dst, lane, place, op.flags != 0);
  }
}

void save_stack(Warp& warp, const Op& op) {
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    put(warp, op.dst, lane, stack_top(warp, lane), op.flags != 0);
  }
}

// Only a value of stacksave is meaningful; any other is clamped to the thread's memory.
void restore_stack(Warp& warp, const Op& op) {
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const uint64_t given = op.flags ? value_at<uint64_t>(warp, op.dst, lane) : value_at<uint32_t>(warp, op.dst, lane);
    stack_top(warp, lane) = static_cast<uint32_t>(std::min<uint64_t>(given, warp.worker->launch.local_bytes));
  }
}

}  // namespace

Result<bool> decode_stack(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const bool allocates = in.opcode == "alloca";
  if (!allocates && in.opcode != "stacksave" && in.opcode != "stackrestore") return false;
  constexpr uint64_t k_usual_alignment = 8, k_most_alignment = 1024;
  uint64_t alignment = k_usual_alignment;
  if (allocates && in.operands.size() > 2) alignment = in.operands[2].value;
  const bool known = in.operands.size() >= (allocates ? 2 : 1) && std::has_single_bit(alignment);
  if (!known || alignment > k_most_alignment) return unsupported(*input.program.module, in);
  // The memory of a called function would have to be released when it returns.
  if (!input.in_entry) return unsupported(*input.program.module, in, "in a function that is called");
  input.op.flags = ptx::bytes_of(in.type()) == 8 ? 1 : 0;
  input.op.small = static_cast<uint16_t>(alignment);
  input.op.run = allocates ? allocate_on_stack : in.opcode == "stacksave" ? save_stack : restore_stack;
  input.program.has_calls = true;  // so that local memory includes a stack
  return true;
}

}  // namespace whet::vgpu
