// Calls in a warp: register frames, arguments and results.
#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/warp.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

constexpr size_t k_max_call_depth = 512;

void copy_parameters(const std::vector<ParamPlace>& from, const std::byte* from_frame,
                     const std::vector<ParamPlace>& to, std::byte* to_frame, Mask mask) {
  for (size_t i = 0; i < from.size() && i < to.size(); ++i) {
    const uint32_t bytes = std::min(from[i].bytes, to[i].bytes);
    for (Mask rest = mask; rest; rest &= rest - 1) {
      const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
      std::memcpy(to_frame + to[i].offset + lane * to[i].bytes, from_frame + from[i].offset + lane * from[i].bytes,
                  bytes);
    }
  }
}

}  // namespace

void Warp::grow_frames(size_t bytes) {
  if (frames_.size() >= bytes + 64) return;
  std::vector<std::byte> old(2 * bytes + 64);
  frames_.swap(old);
  const auto aligned = (reinterpret_cast<uintptr_t>(old.data()) + 63) & ~uintptr_t{63};
  const size_t used = old.size() - (aligned - reinterpret_cast<uintptr_t>(old.data()));
  std::memcpy(frame_base(), reinterpret_cast<const std::byte*>(aligned), std::min(used, frames_.size() - 64));
}

// Frames are stacked. Splits in different functions may take turns, because they wait or yield, so a call gets a frame
// that no other split uses. Splits that came through the same call share a frame, each with its own lanes.
uint32_t Warp::frame_of_call(const CallRecord& record, uint32_t function) const {
  const auto function_at = [&](uint32_t place) { return program->origins[program->ops[place].index].function; };
  uint32_t free = record.frame + program->functions[function_at(record.call_op)].frame_bytes;
  for (const Split& other : splits_) {
    for (size_t depth = 0; depth < other.calls.size(); ++depth) {
      const bool innermost = depth + 1 == other.calls.size();
      const uint32_t inside = innermost ? other.pc : other.calls[depth + 1].call_op;
      if (other.calls[depth] == record && function_at(inside) == function)
        return innermost ? other.frame : other.calls[depth + 1].frame;
    }
    free = std::max(free, other.frame + program->functions[function_at(other.pc)].frame_bytes);
  }
  return free;
}

void Warp::call(const Op& op, uint32_t function) {
  const ProgramFunction& callee = program->functions[function];
  const ProgramFunction& caller = program->functions[program->origins[op.index].function];
  const uint32_t local_base = current_.local_base + caller.local_bytes;
  if (current_.calls.size() >= k_max_call_depth || local_base + callee.local_bytes > worker->launch.local_bytes) {
    worker->fault(*this, op, FaultKind::stack_overflow, std::countr_zero(mask), 0, 0);
    worker->launch.stopped = true;
    running_ = false;
    return;
  }
  const uint32_t caller_frame = current_.frame;
  const CallRecord record{pc, caller_frame, current_.local_base, op_index(op)};
  current_.frame = frame_of_call(record, function);
  current_.calls.push_back(record);
  current_.local_base = local_base;
  grow_frames(current_.frame + callee.frame_bytes);
  poison_frame(callee, current_.frame);
  block->poison_stack(*this, mask, local_base, callee.local_bytes);
  frame = frame_base() + current_.frame;
  copy_parameters(program->calls[op.extra].arguments, frame_base() + caller_frame, callee.parameters, frame, mask);
  pc = callee.first_op;
}

void Warp::return_from_call() {
  const CallRecord record = current_.calls.back();
  current_.calls.pop_back();
  const ProgramFunction& callee = program->functions[program->origins[program->ops[pc - 1].index].function];
  std::byte* to = frame_base() + record.frame;
  copy_parameters(callee.results, frame, program->calls[program->ops[record.call_op].extra].results, to, mask);
  current_.frame = record.frame;
  current_.local_base = record.local_base;
  frame = to;
  pc = record.return_pc;
}

}  // namespace whet::vgpu
