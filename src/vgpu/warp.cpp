#include "vgpu/warp.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/block_state.h"
#include "vgpu/worker.h"

namespace whet::vgpu {

namespace {

constexpr int64_t k_turn_blocks = 1 << 16;
constexpr int64_t k_counted_turn_blocks = 32;  // short: warps reach the caches together, as on a GPU
constexpr uint32_t k_patience_blocks = 2048;
constexpr size_t k_max_call_depth = 512;

}  // namespace

void Warp::start(const Program& program_in, BlockState& block_in, Worker& worker_in, uint32_t index_in, Mask live) {
  program = &program_in;
  block = &block_in;
  worker = &worker_in;
  index = index_in;
  constants = reinterpret_cast<const std::byte*>(program->constants.data());
  live_ = live;
  carry = 0;
  executed_ = 0;
  fair_ = false;
  current_ = {};
  splits_.clear();
  const ProgramFunction& entry = program->functions[program->entry];
  if (frames_.size() < entry.frame_bytes + 64) frames_.resize((program->has_calls ? 4 : 1) * entry.frame_bytes + 64);
  std::memset(frame_base(), 0, entry.frame_bytes);
  splits_.push_back({.pc = entry.first_op, .mask = live});
}

// Slots are read as aligned vectors: frames start on a cache line.
std::byte* Warp::frame_base() {
  return reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(frames_.data()) + 63) & ~uintptr_t{63});
}

void Warp::grow_frames(size_t bytes, size_t used) {
  if (frames_.size() >= bytes + 64) return;
  std::vector<std::byte> old(2 * bytes + 64);
  frames_.swap(old);
  const auto aligned = (reinterpret_cast<uintptr_t>(old.data()) + 63) & ~uintptr_t{63};
  std::memcpy(frame_base(), reinterpret_cast<const std::byte*>(aligned), used);
}

void Warp::set_mask(Mask lanes_now) {
  mask = lanes_now;
  for (int lane = 0; lane < k_lanes; ++lane) lane_words[lane] = 0u - (lanes_now >> lane & 1);
}

bool Warp::runnable() const {
  return std::any_of(splits_.begin(), splits_.end(), [](const Split& s) { return s.waits_for == Split::k_runnable; });
}

WarpState Warp::run() {
  turn_ = worker->launch.options->counted ? k_counted_turn_blocks : k_turn_blocks;
  while (turn_ > 0 && !worker->launch.stopped.load(std::memory_order_relaxed) && pick()) {
    const Op* ops = program->ops.data();
    while (running_) {
      const Op& op = ops[pc++];
      op.run(*this, op);
    }
  }
  if (live_ == 0) return WarpState::done;
  return runnable() ? WarpState::yielded : WarpState::waiting;
}

// Deepest call first, then lowest place.
bool Warp::pick() {
  size_t best = splits_.size();
  for (size_t i = 0; i < splits_.size(); ++i) {
    if (splits_[i].waits_for != Split::k_runnable) continue;
    if (best == splits_.size()) {
      best = i;
      continue;
    }
    const size_t depth = splits_[i].calls.size(), best_depth = splits_[best].calls.size();
    if (!fair_ && (depth > best_depth || (depth == best_depth && splits_[i].pc < splits_[best].pc))) best = i;
  }
  if (best == splits_.size()) return false;
  resume(best);
  return true;
}

void Warp::resume(size_t split) {
  current_ = std::move(splits_[split]);
  splits_.erase(splits_.begin() + static_cast<ptrdiff_t>(split));
  frame = frame_base() + current_.frame;  // frames may have moved since
  pc = current_.pc;
  set_mask(current_.mask);
  running_ = true;
}

// The running split stops at `at`; someone else is picked.
void Warp::park(uint32_t at) {
  current_.pc = at;
  current_.mask = mask;
  splits_.push_back(std::move(current_));
  current_ = {};
  patience_ = 0;
  running_ = false;
}

void Warp::branch(const Op& op, Mask taken, uint32_t target) {
  taken &= mask;
  if (taken == mask) {
    ++worker->taken[op.index];
    pc = target;
    return;
  }
  if (taken == 0) return;
  ++worker->taken[op.index];
  ++worker->diverged[op.index];
  Split other = current_;
  const Mask rest = mask & ~taken;
  other.mask = target < pc ? rest : taken;
  other.pc = target < pc ? pc : target;
  if (target < pc) pc = target;
  set_mask(mask & ~other.mask);
  splits_.push_back(std::move(other));
}

void Warp::fork(Mask lanes, uint32_t to) {
  Split other = current_;
  other.mask = lanes;
  other.pc = to;
  splits_.push_back(std::move(other));
  set_mask(mask & ~lanes);
}

void Warp::leave(Mask lanes) {
  live_ &= ~lanes;
  set_mask(mask & ~lanes);
  if (mask == 0) running_ = false;
  for (Split& split : splits_) {  // whoever waits for lanes by name looks again
    if (split.waits_for == Split::k_for_lanes) split.waits_for = Split::k_runnable;
  }
  block->lanes_left();
}

void Warp::enter_block(const Op& op) {
  if (--turn_ < 0) {
    if (executed_ > worker->launch.options->budget) {
      worker->fault(*this, op, FaultKind::endless, std::countr_zero(mask), 0, 0);
      worker->launch.stopped = true;
    }
    const uint32_t patience = patience_;
    park(pc - 1);
    patience_ = patience;  // it is the warp's turn that is over: the same split may go on with the next
    return;
  }
  if (!splits_.empty() && !meet(pc - 1)) return;
  ExecutionCount& count = worker->blocks[op.extra];
  ++count.warps;
  count.lanes += static_cast<uint64_t>(std::popcount(mask));
  executed_ += op.small;
  worker->model_clock += op.small;
}

void Warp::join() {
  if (!splits_.empty()) meet(pc - 1);
}

// Joins splits that stand at `here`. False: one that stands lower runs first, and this one stays here.
bool Warp::meet(uint32_t here) {
  current_.pc = here;
  bool lower = false;
  for (size_t i = 0; i < splits_.size();) {
    const Split& other = splits_[i];
    if (other.waits_for == Split::k_runnable && current_.same_place(other)) {
      set_mask(mask | other.mask);
      splits_.erase(splits_.begin() + static_cast<ptrdiff_t>(i));
      continue;
    }
    lower |= other.waits_for == Split::k_runnable && other.calls.size() >= current_.calls.size() && other.pc < here;
    ++i;
  }
  if (splits_.empty()) {
    fair_ = false;
    return true;
  }
  const bool impatient = ++patience_ > k_patience_blocks;
  fair_ |= impatient;
  if (!(fair_ ? impatient : lower) || !runnable()) return true;
  park(here);
  return false;
}

void Warp::wait(const Op& op, int waits_for, bool run_again) {
  current_.waits_for = waits_for;
  current_.again = run_again;
  current_.waits_op = op_index(op);
  park(run_again ? op_index(op) : pc);
}

bool Warp::take_released() {
  const bool released = current_.released;
  current_.released = false;
  return released;
}

bool Warp::gather(const Op& op, Mask needed) {
  const uint32_t here = op_index(op);
  needed &= live_;
  if ((mask & needed) == needed) return true;
  current_.pc = here;
  Mask there = mask;
  const auto belongs = [&](const Split& other) {
    return other.waits_for == Split::k_for_lanes && (other.mask & needed) != 0 && current_.same_place(other);
  };
  for (const Split& other : splits_) {
    if (belongs(other)) there |= other.mask;
  }
  if ((there & needed) != needed) {
    wait(op, Split::k_for_lanes, true);
    return false;
  }
  for (size_t i = 0; i < splits_.size();) {
    if (belongs(splits_[i]))
      splits_.erase(splits_.begin() + static_cast<ptrdiff_t>(i));
    else
      ++i;
  }
  set_mask(there);
  return true;
}

void Warp::open_barrier(int barrier) {
  for (Split& split : splits_) {
    if (split.waits_for != barrier) continue;
    split.waits_for = Split::k_runnable;
    split.released = split.again;
  }
}

namespace {

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
  current_.calls.push_back({pc, caller_frame, current_.local_base, op_index(op)});
  current_.frame = caller_frame + caller.frame_bytes;
  current_.local_base = local_base;
  grow_frames(current_.frame + callee.frame_bytes, current_.frame);
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
