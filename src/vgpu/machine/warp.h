// A warp: its registers, its splits (groups of lanes that diverged), and the loop that runs them.
//
// The split that is deepest in calls and has the lowest pc runs first; splits that meet at the start of a block join.
// nvcc lays out blocks so that this reconverges lanes where the paths of the source come together, which needs no
// analysis for breaks, early returns or loops that lanes leave at different times.
//
// Scalars are written once for the whole warp, so a block that counts as convergent (ptx/flow/uniformity.h) is entered
// by all live lanes together: a split that gets there first waits for the others, whatever those wait for. A split that
// only spins yields to the others, but only in programs whose scalars allow any order.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/program/lanes.h"
#include "vgpu/program/op.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

class BlockState;
class Worker;

struct CallRecord {
  uint32_t return_pc = 0;
  uint32_t frame = 0;       // byte offset of the caller's frame
  uint32_t local_base = 0;  // start of the caller's stack frame in local memory
  uint32_t call_op = 0;     // the op that says how values are returned

  bool operator==(const CallRecord&) const = default;
};

struct Split {
  // Values of waits_for. Any other value is the number of the barrier it waits at.
  static constexpr int k_runnable = -1, k_for_lanes = -2, k_for_all = -3;

  uint32_t pc = 0;
  Mask mask = 0;
  uint32_t frame = 0;       // byte offset of its register frame
  uint32_t local_base = 0;  // start of its stack frame in local memory
  int waits_for = k_runnable;
  bool again = false;             // waits to execute the op again, for its result
  bool released = false;          // may execute it again now
  uint32_t waits_op = 0;          // the op it waits at
  Mask names = 0;                 // the lanes it waits for
  std::vector<CallRecord> calls;  // innermost last

  bool same_place(const Split& other) const { return pc == other.pc && frame == other.frame && calls == other.calls; }
};

inline constexpr uint8_t k_all_meet = 1;  // in Op::flags: all live lanes enter this block together

enum class WarpState : uint8_t { waiting, yielded, done };

class Warp {
 public:
  // Starts at the entry with these lanes.
  void start(const Program& program, BlockState& block, Worker& worker, uint32_t index, Mask live);
  // Runs until every split waits or has exited, its turn is over, or the launch is stopped.
  WarpState run();
  bool runnable() const;
  Mask live() const { return live_; }
  uint64_t executed() const { return executed_; }  // instructions
  bool is_out_of_budget() const;                   // it, or all of the launch together

  // For timed launches: cycles since the launch began.
  uint64_t clock() const;
  uint64_t due() const { return clock() + spin.put_off; }  // the time at which others notice its next step
  void start_clock(uint64_t time) { delay_ = time; }
  void pay(uint64_t cycles) { delay_ += cycles; }
  void catch_up(uint64_t time);  // sets its clock to at least this
  // Adds the latency of a load. Loads of one pass through a block overlap.
  void fetch(uint64_t cycles);
  // Suspends the running split at the op at `at` until the warp's next turn.
  void pause(uint32_t at);
  // True if no other split of the warp could run.
  bool alone() const { return !runnable(); }
  // A hash of all that its course depends on but memory and time: registers, places, calls. Never 0.
  uint64_t fingerprint();
  // It has been woken by nothing but the lack of anybody who could go on.
  bool asks_whether_settled() const { return spin.patience > 1; }

  // Operands, for handlers.
  bool full() const { return mask == k_all_lanes; }
  template <typename T>
  T* lanes(Ref ref) {
    return reinterpret_cast<T*>(frame + ref.offset());
  }
  template <typename T>
  const T* lanes(Ref ref) const {
    return reinterpret_cast<const T*>(frame + ref.offset());
  }
  template <typename T>
  T& scalar(Ref ref) {
    return *reinterpret_cast<T*>(frame + ref.offset());
  }
  template <typename T>
  T scalar_value(Ref ref) const {
    const std::byte* base = ref.kind() == Ref::constant ? constants : frame;
    return *reinterpret_cast<const T*>(base + ref.offset());
  }
  // The lanes in which a predicate holds. Those outside the mask keep their last value.
  Mask predicate(Ref ref) const {
    if (ref.kind() == Ref::constant) return scalar_value<uint64_t>(ref) ? k_all_lanes : 0;
    return *reinterpret_cast<const Mask*>(frame + ref.offset());
  }
  // Writes the active lanes of a predicate.
  void put_predicate(Ref ref, Mask value) {
    Mask& old = *reinterpret_cast<Mask*>(frame + ref.offset());
    old = (old & ~mask) | (value & mask);
  }
  void set_mask(Mask lanes_now);

  // Control flow, for handlers.
  void branch(const Op& op, Mask taken, uint32_t target);  // the rest of the mask falls through
  void fork(Mask lanes, uint32_t to);                      // these lanes jump there, the rest continues
  void leave(Mask lanes);                                  // the lanes exit the kernel
  void enter_block(const Op& op);                          // counts the block, and joins splits that stand here
  void join(const Op& op);                                 // only joins
  void call(const Op& op, uint32_t function);
  void return_from_call();
  // Suspends the running split at this op until a barrier opens or other lanes arrive.
  void wait(const Op& op, int waits_for, bool run_again);
  // True when all live lanes of `needed` stand at this op or wait for the same lanes at another op of this kind;
  // otherwise the split waits for them. When true, splits at this op have joined, and the others are in elsewhere() and
  // continue from their own op.
  bool gather(const Op& op, Mask needed);
  const std::vector<size_t>& elsewhere() const { return elsewhere_; }
  Mask lanes_elsewhere() const;
  // Calls body(op) for each of these splits, with its lanes and registers as the warp's.
  template <typename Body>
  void for_each_elsewhere(Body body) {
    const Mask here = mask;
    std::byte* const own_frame = frame;
    for (const size_t split : elsewhere_) {
      frame = frame_base() + splits_[split].frame;
      set_mask(splits_[split].mask);
      body(program->ops[splits_[split].waits_op]);
    }
    frame = own_frame;
    set_mask(here);
  }
  void end_turn() { turn_ = 0; }
  // Skips the warp in this many rounds of its block.
  void sit_out(uint32_t rounds) { paused_ = rounds; }
  // True while it skips rounds; each call counts one round down.
  bool is_sitting_out() { return paused_ > 0 && paused_-- > 0; }
  // Lets other warps run while this one waits for memory: four loads use up a counted turn.
  void loaded() { turn_ -= 8; }
  // The running split polls what another thread may have done; the warp's turn gets shorter by `blocks`.
  void poll(int64_t blocks) {
    turn_ -= blocks;
    patience_ += k_poll_patience;
  }
  // The running split may be polling.
  void perhaps_poll() { patience_ += k_poll_patience / 16; }
  bool take_released();
  // Releases the splits that wait at this barrier; in timed launches not before `time`.
  void open_barrier(int barrier, uint64_t time);
  void stop() { running_ = false; }

  Mask mask = 0;    // active lanes
  Mask carry = 0;   // of add.cc, addc and similar
  uint32_t pc = 0;  // of the next op
  std::byte* frame = nullptr;
  const std::byte* constants = nullptr;
  alignas(64) uint32_t lane_words[k_lanes] = {};  // all ones in active lanes
  BlockState* block = nullptr;
  Worker* worker = nullptr;
  const Program* program = nullptr;
  uint32_t index = 0;       // in the block
  struct Spin {             // polling in timed launches
    bool asleep = false;    // until another thread writes what it polls
    uint64_t sleeps = 0;    // how often it fell asleep
    uint64_t last = 0;      // the value that it polled last
    uint32_t same = 0;      // how many times in a row it has polled the same value
    uint64_t put_off = 0;   // extra cycles until its last store is visible
    uint32_t patience = 1;  // value of `same` at which it falls asleep
    uint32_t at = 0;        // the op by which it polled when it fell asleep
    uint64_t address = 0;   // the address that it polled then
    uint64_t state = 0;     // the warp's fingerprint then; 0: not taken
    uint64_t deeds = 0;     // what all warps had done by then (Watchers)
    bool settled = false;   // it came back to the same state while no warp did anything
  } spin;
  uint64_t local_offset = 0;  // offset of its local memory in the block's
  uint32_t local_base() const { return current_.local_base; }
  const std::vector<Split>& splits() const { return splits_; }
  uint32_t op_index(const Op& op) const { return static_cast<uint32_t>(&op - program->ops.data()); }

 private:
  int64_t next_turn() const;  // how many blocks it may enter
  static constexpr uint32_t k_poll_patience = 1 << 10;

  bool pick();
  void resume(size_t split);
  void park(uint32_t at);
  bool meet(const Op& op);
  bool join_those_here();
  bool wait_for_all(const Op& op);
  uint32_t frame_of_call(const CallRecord& record, uint32_t function) const;
  std::byte* frame_base();
  void grow_frames(size_t bytes);
  void poison_frame(const ProgramFunction& function, uint32_t at);

  Split current_;
  std::vector<Split> splits_;      // all but the running one
  std::vector<size_t> elsewhere_;  // indices into splits_ of those that the last gather() found at other ops
  bool running_ = false;
  bool fair_ = false;      // a split spins: take turns instead of lowest pc first
  uint32_t patience_ = 0;  // spent since the last switch or full join: blocks entered, and more for each poll
  int64_t turn_ = 0;       // blocks this warp may still enter before others run
  uint64_t executed_ = 0;  // instructions
  uint64_t delay_ = 0;     // cycles in addition to those of the instructions
  uint64_t fetched_at_ = ~0ull, fetched_ = 0;  // value of executed_ at the last load, and the latency paid then
  uint32_t paused_ = 0;                        // rounds left to skip
  Mask live_ = 0;
  std::vector<std::byte> frames_;
  uint32_t poisoned_ = 0;  // bytes of frames_ that were poisoned for this warp
};

}  // namespace whet::vgpu
