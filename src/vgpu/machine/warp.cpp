#include "vgpu/machine/warp.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

constexpr int64_t k_turn_blocks = 1 << 16;
constexpr int64_t k_short_turn_blocks = 32;
// How many blocks a split enters before the others get their turn; a poll counts as 1024 blocks. A test sets this low,
// so that splits take turns at every block.
#ifndef WHET_PATIENCE
#define WHET_PATIENCE (1 << 20)
#endif
constexpr uint32_t k_patience = WHET_PATIENCE;

}  // namespace

void Warp::start(const Program& program_in, BlockState& block_in, Worker& worker_in, uint32_t index_in, Mask live) {
  program = &program_in;
  block = &block_in;
  worker = &worker_in;
  worker->stores.forget(*this);
  index = index_in;
  constants = reinterpret_cast<const std::byte*>(program->constants.data());
  live_ = live;
  carry = 0;
  executed_ = delay_ = 0;
  paused_ = 0;
  fetched_at_ = ~0ull;
  spin = {};
  fair_ = false;
  patience_ = 0;
  current_ = {};
  splits_.clear();
  const ProgramFunction& entry = program->functions[program->entry];
  if (frames_.size() < entry.frame_bytes + 64) frames_.resize((program->has_calls ? 4 : 1) * entry.frame_bytes + 64);
  poisoned_ = 0;
  poison_frame(entry, 0);
  splits_.push_back({.pc = entry.first_op, .mask = live});
}

// Slots are read as aligned vectors, so frames start on a cache line.
std::byte* Warp::frame_base() {
  return reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(frames_.data()) + 63) & ~uintptr_t{63});
}

// Poisons the registers of a function that is entered for the first time at this depth. Later calls find what was left
// there, which other lanes may still be using.
void Warp::poison_frame(const ProgramFunction& function, uint32_t at) {
  const uint32_t end = at + function.frame_bytes;
  if (end <= poisoned_) return;
  const Poison& poison = worker->launch.memory->poison();
  const uint64_t place = block->place_of(*this) << 20 ^ poisoned_;
  poison.fill(frame_base() + poisoned_, end - poisoned_, Poison::Kind::registers, place);
  if (poisoned_ <= at) poison.fill_masks(frame_base() + at + function.mask_offset, function.mask_bytes, place);
  poisoned_ = end;
}

void Warp::set_mask(Mask lanes_now) {
  mask = lanes_now;
  for (int lane = 0; lane < k_lanes; ++lane) lane_words[lane] = 0u - (lanes_now >> lane & 1);
}

bool Warp::runnable() const {
  return std::any_of(splits_.begin(), splits_.end(), [](const Split& s) { return s.waits_for == Split::k_runnable; });
}

// Budgets are looked at when a turn ends, so none is longer than they allow.
int64_t Warp::next_turn() const {
  if (is_out_of_budget()) return 1;
  if (worker->launch.short_turns) return k_short_turn_blocks;
  const RunOptions& options = *worker->launch.options;
  const uint64_t most = std::min<uint64_t>({k_turn_blocks, options.budget, options.launch_budget});
  return static_cast<int64_t>(std::max<uint64_t>(1, most));
}

WarpState Warp::run() {
  turn_ = next_turn();
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

// Picks the split that is deepest in calls, then the one with the lowest pc.
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
  frame = frame_base() + current_.frame;  // the frames may have moved since
  pc = current_.pc;
  set_mask(current_.mask);
  running_ = true;
}

// Stops the running split at `at`, so that another one is picked.
void Warp::park(uint32_t at) {
  current_.pc = at;
  current_.mask = mask;
  splits_.push_back(std::move(current_));
  current_ = {};
  patience_ = 0;
  running_ = false;
}

uint64_t Warp::clock() const {
  return executed_ * worker->launch.options->pace.instruction + delay_;
}

void Warp::catch_up(uint64_t time) {
  const uint64_t now = clock();
  if (now < time) delay_ += time - now;
}

void Warp::fetch(uint64_t cycles) {
  if (fetched_at_ != executed_) fetched_ = 0;
  fetched_at_ = executed_;
  if (cycles <= fetched_) return;
  delay_ += cycles - fetched_;
  fetched_ = cycles;
}

void Warp::pause(uint32_t at) {
  const uint32_t patience = patience_;
  fair_ |= program->any_order && spin.same > 0 && runnable();
  park(at);
  patience_ = patience;
  turn_ = 0;
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
  for (Split& split : splits_) {  // splits that wait for lanes check again
    if (split.waits_for == Split::k_for_lanes || split.waits_for == Split::k_for_all)
      split.waits_for = Split::k_runnable;
  }
  block->lanes_left();
}

bool Warp::is_out_of_budget() const {
  const RunOptions& options = *worker->launch.options;
  return executed_ > options.budget || worker->model_clock > options.launch_budget;
}

void Warp::enter_block(const Op& op) {
  if (--turn_ < 0) {
    if (is_out_of_budget()) {
      worker->fault(*this, op, FaultKind::endless, std::countr_zero(mask), 0, 0);
      worker->launch.stopped = true;
    }
    const uint32_t patience = patience_;
    park(pc - 1);
    patience_ = patience;  // only the warp's turn is over: the same split may continue in the next one
    return;
  }
  if (!splits_.empty() && !meet(op)) return;
  ExecutionCount& count = worker->blocks[op.extra];
  ++count.warps;
  count.lanes += static_cast<uint64_t>(std::popcount(mask));
  executed_ += op.small;
  worker->model_clock += op.small;
}

void Warp::join(const Op& op) {
  if (!splits_.empty()) meet(op);
}

// Joins the splits that stand at the running split's place to it. True if a runnable one has a lower pc.
bool Warp::join_those_here() {
  bool lower = false;
  for (size_t i = 0; i < splits_.size();) {
    const Split& other = splits_[i];
    const bool runnable = other.waits_for == Split::k_runnable;
    if ((runnable || other.waits_for == Split::k_for_all) && current_.same_place(other)) {
      set_mask(mask | other.mask);
      splits_.erase(splits_.begin() + static_cast<ptrdiff_t>(i));
      continue;
    }
    lower |= runnable && other.calls.size() >= current_.calls.size() && other.pc < current_.pc;
    ++i;
  }
  return lower;
}

// False if the running split stays at this op and another one runs.
bool Warp::meet(const Op& op) {
  current_.pc = op_index(op);
  const bool lower = join_those_here();
  if (splits_.empty()) {
    fair_ = false;
    patience_ = 0;
    return true;
  }
  if (op.flags & k_all_meet) return wait_for_all(op);
  const bool impatient = program->any_order && ++patience_ > k_patience;
  fair_ |= impatient;
  if (!(fair_ ? impatient : lower) || !runnable()) return true;
  park(op_index(op));
  return false;
}

bool Warp::wait_for_all(const Op& op) {
  wait(op, Split::k_for_all, true);
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
  const Mask names = needed;
  needed &= live_;
  elsewhere_.clear();
  if ((mask & needed) == needed) return true;
  current_.pc = op_index(op);
  const auto belongs = [&](const Split& other) {
    if (other.waits_for != Split::k_for_lanes || (other.mask & needed) == 0) return false;
    const Op& its = program->ops[other.waits_op];
    return current_.same_place(other) ||
           (other.names == names && program->handler(its) == program->handler(op) && its.small == op.small);
  };
  Mask there = mask;
  for (const Split& other : splits_) {
    if (belongs(other)) there |= other.mask;
  }
  if ((there & needed) != needed) {
    current_.names = names;
    wait(op, Split::k_for_lanes, true);
    return false;
  }
  for (size_t i = 0; i < splits_.size();) {
    Split& other = splits_[i];
    if (!belongs(other)) {
      ++i;
    } else if (current_.same_place(other)) {
      set_mask(mask | other.mask);
      splits_.erase(splits_.begin() + static_cast<ptrdiff_t>(i));
    } else {
      other.waits_for = Split::k_runnable;
      other.pc = other.waits_op + 1;
      elsewhere_.push_back(i++);
    }
  }
  return true;
}

Mask Warp::lanes_elsewhere() const {
  Mask lanes = 0;
  for (const size_t split : elsewhere_) lanes |= splits_[split].mask;
  return lanes;
}

void Warp::open_barrier(int barrier, uint64_t time) {
  for (Split& split : splits_) {
    if (split.waits_for != barrier) continue;
    if (worker->launch.timed) catch_up(time + worker->launch.options->pace.barrier);
    split.waits_for = Split::k_runnable;
    split.released = split.again;
  }
}

}  // namespace whet::vgpu
