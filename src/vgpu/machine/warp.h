// A warp: its registers, its splits (groups of lanes that stand at different places), and the loop that runs them.
//
// Splits are kept by place. The one deepest in calls and lowest in the text runs first; splits that meet at the start
// of a block join. nvcc lays blocks out so that this joins lanes where the source's paths come together, and no
// analysis is needed for breaks, early returns or loops left at different times.
//
// Scalars are written once for the whole warp, so a block that counts as convergent (ptx/uniformity.h) is entered by
// all live lanes together: a split that gets there first waits for the rest, whatever they wait for themselves. A split
// that only spins gives way to the others, but only in programs whose scalars allow any order.
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
  uint32_t call_op = 0;     // says how values come back

  bool operator==(const CallRecord&) const = default;
};

struct Split {
  // What it waits for; otherwise: the barrier it waits at.
  static constexpr int k_runnable = -1, k_for_lanes = -2, k_for_all = -3;

  uint32_t pc = 0;
  Mask mask = 0;
  uint32_t frame = 0;       // byte offset of its frame
  uint32_t local_base = 0;  // start of its stack frame in local memory
  int waits_for = k_runnable;
  bool again = false;             // waits to run the op once more, for its result
  bool released = false;          // and now may
  uint32_t waits_op = 0;          // op it waits at
  Mask names = 0;                 // lanes it waits for
  std::vector<CallRecord> calls;  // innermost last

  bool same_place(const Split& other) const { return pc == other.pc && frame == other.frame && calls == other.calls; }
};

inline constexpr uint8_t k_all_meet = 1;  // Op::flags where all live lanes go on together

enum class WarpState : uint8_t { waiting, yielded, done };

class Warp {
 public:
  // Ready at the entry with these lanes.
  void start(const Program& program, BlockState& block, Worker& worker, uint32_t index, Mask live);
  // Runs until every split waits or has left, its turn is over, or the launch is stopped.
  WarpState run();
  bool runnable() const;
  Mask live() const { return live_; }
  uint64_t executed() const { return executed_; }  // instructions

  // Of launches that keep time: cycles since the launch began.
  uint64_t clock() const;
  uint64_t due() const { return clock() + spin.put_off; }  // when its next step is noticed
  void start_clock(uint64_t time) { delay_ = time; }
  void pay(uint64_t cycles) { delay_ += cycles; }
  void catch_up(uint64_t time);  // its clock shows at least this
  // A load takes so long. Those of one pass through a block are in flight together.
  void fetch(uint64_t cycles);
  // The running split stays before this op (or, having run it, behind it) until it is the warp's turn again.
  void pause(uint32_t at);
  // Nobody else of the warp could go on.
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
  // The lanes of a predicate, those outside the mask as they were left.
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
  void branch(const Op& op, Mask taken, uint32_t target);  // the rest of the mask goes on
  void fork(Mask lanes, uint32_t to);                      // these go there, the rest goes on
  void leave(Mask lanes);                                  // they exit the kernel
  void enter_block(const Op& op);                          // counts, and joins splits that stand here
  void join(const Op& op);                                 // only joins
  void call(const Op& op, uint32_t function);
  void return_from_call();
  // The running split stays at this op until a barrier opens or other lanes come.
  void wait(const Op& op, int waits_for, bool run_again);
  // True when all of `needed` that still live stand at this op or wait for the same lanes at another op of this kind;
  // else the split waits for them. Those at this op have joined then; the others are `elsewhere` and go on from there.
  bool gather(const Op& op, Mask needed);
  const std::vector<size_t>& elsewhere() const { return elsewhere_; }
  Mask lanes_elsewhere() const;
  // Calls body(op) for each of them, with its lanes and registers as the warp's.
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
  // The warp has no turn in this many rounds of its block.
  void sit_out(uint32_t rounds) { paused_ = rounds; }
  // True: it is paused, for one round less from now on.
  bool is_sitting_out() { return paused_ > 0 && paused_-- > 0; }
  // A warp that waits for memory lets the others go on: four loads are a counted turn.
  void loaded() { turn_ -= 8; }
  // The running split asks for what another thread may have done: the warp's turn gets shorter by so many blocks.
  void poll(int64_t blocks) {
    turn_ -= blocks;
    patience_ += k_poll_patience;
  }
  // It may be asking.
  void perhaps_poll() { patience_ += k_poll_patience / 16; }
  bool take_released();
  // Splits that wait at it may go on, those of launches that keep time not before this.
  void open_barrier(int barrier, uint64_t time);
  void stop() { running_ = false; }

  Mask mask = 0;    // active lanes
  Mask carry = 0;   // of add.cc and its kin
  uint32_t pc = 0;  // of the next op
  std::byte* frame = nullptr;
  const std::byte* constants = nullptr;
  alignas(64) uint32_t lane_words[k_lanes] = {};  // all ones where active
  BlockState* block = nullptr;
  Worker* worker = nullptr;
  const Program* program = nullptr;
  uint32_t index = 0;       // in the block
  struct Spin {             // of launches that keep time
    bool asleep = false;    // until somebody writes what it looks at
    uint64_t sleeps = 0;    // how often it fell asleep
    uint64_t last = 0;      // what it saw when it looked last
    uint32_t same = 0;      // how often it has seen the same since
    uint64_t put_off = 0;   // until a store of it is done, beyond its clock
    uint32_t patience = 1;  // and how often it must before it sleeps
    uint32_t at = 0;        // op by which it looked when it fell asleep
    uint64_t address = 0;   // and where
    uint64_t state = 0;     // the warp's fingerprint then; 0: not taken
    uint64_t deeds = 0;     // and what everybody had done by then (Watchers)
    bool settled = false;   // it had come round to the same state, and nobody had done anything in between
  } spin;
  uint64_t local_offset = 0;  // of its local memory in the block's
  uint32_t local_base() const { return current_.local_base; }
  const std::vector<Split>& splits() const { return splits_; }
  uint32_t op_index(const Op& op) const { return static_cast<uint32_t>(&op - program->ops.data()); }

 private:
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
  std::vector<size_t> elsewhere_;  // of splits_: those that the last gather() found at other ops
  bool running_ = false;
  bool fair_ = false;      // someone spins: take turns instead of lowest first
  uint32_t patience_ = 0;  // spent since the last switch or joining of all: blocks entered, and more for each poll
  int64_t turn_ = 0;       // blocks this warp may still enter before others run
  uint64_t executed_ = 0;  // instructions
  uint64_t delay_ = 0;     // cycles beyond those of the instructions
  uint64_t fetched_at_ = ~0ull, fetched_ = 0;  // the pass of the last load, and what it took
  uint32_t paused_ = 0;                        // rounds to sit out
  Mask live_ = 0;
  std::vector<std::byte> frames_;
  uint32_t poisoned_ = 0;  // bytes of frames_ that are this warp's own
};

}  // namespace whet::vgpu
