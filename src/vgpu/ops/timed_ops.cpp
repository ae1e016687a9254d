// Time, for programs whose course depends on it: blocks that wait for one another, sleep, or look at a clock.
//
// Ops by which threads hear of one another, and those that take long, are run through `in_time`. While a launch keeps
// time, an op that others could notice is put off until no other warp's clock is behind its own (machine/timed_run.h);
// afterwards the warp pays what it took.
#include <algorithm>
#include <bit>
#include <set>
#include <string_view>

#include "ptx/flow/spin_loops.h"
#include "vgpu/decode/control_ops.h"
#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/spin_look.h"
#include "vgpu/ops/touched.h"

namespace whet::vgpu {

namespace {

using TimedKind = TimedOp::Kind;

constexpr uint64_t k_await_cycles = 64;  // from one look at an mbarrier to the next
constexpr uint64_t k_clock_cycles = 28;  // to read a clock

bool out_of_budget(Warp& warp, const Op& op) {
  if (!warp.is_out_of_budget()) return false;
  warp.worker->fault(warp, op, FaultKind::endless, std::countr_zero(warp.mask), 0, 0);
  warp.worker->launch.stopped = true;
  warp.stop();
  return true;
}

// Whether it must be put off: others could notice when it is done, and some of them are behind.
bool is_early(Warp& warp, TimedKind kind) {
  if (!warp.program->waits || kind == TimedKind::load) return false;
  warp.spin.put_off = kind == TimedKind::store ? warp.worker->launch.options->pace.publish : 0;
  return warp.due() > warp.worker->watchers.warp_horizon;
}

void access_in_time(Warp& warp, const Op& op, const TimedOp& timed) {
  const Pace& pace = warp.worker->launch.options->pace;
  const Touched touched = touched_by(warp, op);
  if (touched.lanes != 0 && is_early(warp, timed.kind)) return warp.pause(warp.op_index(op));
  const uint64_t sent = warp.worker->sectors_sent;
  const bool asks = timed.kind == TimedKind::poll && timed.writes && warp.asks_whether_settled();
  const BeforeWrite before(warp, timed.kind == TimedKind::load ? Touched() : touched, asks);
  timed.run(warp, op);
  warp.spin.put_off = 0;
  if (touched.lanes == 0) return;
  before.wake_where_changed();
  const bool far = !touched.sectors().empty();
  if (timed.writes && (!asks || !far || before.changed())) ++warp.worker->watchers.deeds;
  const bool answers = timed.kind == TimedKind::poll || (timed.kind == TimedKind::atomic && op.dst.present());
  const uint64_t latency = !far ? pace.shared : warp.worker->sectors_sent > sent ? pace.load : pace.l1;
  if (timed.kind == TimedKind::load && timed.dependent)
    warp.pay(latency);
  else if (timed.kind == TimedKind::load)
    warp.fetch(latency);
  else if (answers)
    warp.pay(far ? pace.load : pace.shared);
  if (timed.kind == TimedKind::poll && far)
    look(warp, op, touched);
  else if (timed.kind != TimedKind::load)
    warp.spin.last = 0;
}

uint64_t nanoseconds_of(const Warp& warp, const Op& op) {
  uint32_t longest = 0;
  const Source<uint32_t> each(warp, op.dst);
  for (Mask rest = warp.mask; rest; rest &= rest - 1) longest = std::max(longest, each[std::countr_zero(rest)]);
  constexpr uint32_t k_longest = 1'000'000;  // nanosleep takes no more
  return std::min(longest, k_longest);
}

// Whether others, or the warp itself, may see later that it was run.
bool leaves_traces(const TimedOp& timed) {
  if (timed.kind == TimedKind::poll) return timed.writes;
  return timed.kind != TimedKind::load && timed.kind != TimedKind::fence && timed.kind != TimedKind::sleep;
}

void in_time(Warp& warp, const Op& op) {
  const TimedOp& timed = warp.program->timed[warp.op_index(op)];
  const LaunchState& launch = warp.worker->launch;
  if (!launch.timed) {
    if (leaves_traces(timed)) ++warp.worker->watchers.deeds;
    return timed.run(warp, op);
  }
  if (out_of_budget(warp, op)) return;
  const Pace& pace = launch.options->pace;
  switch (timed.kind) {
    case TimedKind::sleep:
      warp.pay(static_cast<uint64_t>(static_cast<double>(nanoseconds_of(warp, op)) * pace.cycles_per_ns));
      return timed.run(warp, op);
    case TimedKind::clock:
      warp.pay(k_clock_cycles);
      ++warp.worker->watchers.deeds;
      return timed.run(warp, op);
    case TimedKind::deed:
      ++warp.worker->watchers.deeds;
      return timed.run(warp, op);
    case TimedKind::fence:
    case TimedKind::await:
      if (is_early(warp, timed.kind)) return warp.pause(warp.op_index(op));
      warp.block->awaited = false;
      timed.run(warp, op);
      if (timed.kind == TimedKind::fence)
        warp.pay(pace.load);
      else
        ++warp.worker->watchers.deeds;
      if (warp.block->awaited) warp.pay(k_await_cycles);
      return;
    default:
      return access_in_time(warp, op, timed);
  }
}

bool is_plain_access(const ptx::Instruction& in) {
  const bool access = in.opcode == "ld" || in.opcode == "st" || in.opcode == "atom" || in.opcode == "red";
  return access && !in.has("async") && !in.has("bulk") && !in.has("param") && !in.has("param::entry") &&
         !in.has("param::func") && !in.has("const");
}

// Others, or the warp itself, may see later that it was run, in memory or elsewhere.
bool is_deed(const ptx::Instruction& in) {
  static const std::set<std::string_view> k_deeds{"st",        "red",    "atom",         "multimem",       "cp",
                                                  "sust",      "sured",  "stmatrix",     "wgmma",          "tcgen05",
                                                  "tensormap", "alloca", "stackrestore", "griddepcontrol", "discard"};
  const bool parameter = in.has("param") || in.has("param::entry") || in.has("param::func");
  return !parameter && (k_deeds.contains(in.opcode) || (in.opcode == "wmma" && in.has("store")));
}

bool is_clock(const ptx::Operand& operand) {
  return operand.kind == ptx::Operand::Kind::special &&
         (operand.name.starts_with("clock") || operand.name.starts_with("globaltimer"));
}

TimedKind kind_of(const Program& program, const Op& op) {
  const ptx::Instruction& in = program.instruction(op.index);
  if (in.opcode == "nanosleep") return TimedKind::sleep;
  if (in.opcode == "membar" || in.opcode == "fence") return in.has("cta") ? TimedKind::none : TimedKind::fence;
  if (in.opcode == "mbarrier") return TimedKind::await;
  if (std::any_of(in.operands.begin(), in.operands.end(), is_clock)) return TimedKind::clock;
  if (!is_plain_access(in)) return is_deed(in) ? TimedKind::deed : TimedKind::none;
  if (program.memory_forms[op.extra].polls) return TimedKind::poll;
  if (in.opcode == "ld") return TimedKind::load;
  return in.opcode == "st" ? TimedKind::store : TimedKind::atomic;
}

// Not those around it: of the block's start, and of guards that jump.
bool does_the_work(const Op& op) {
  return op.run != enter_block && op.run != join_splits && op.run != skip_unless_guard;
}

// Loads that wait for an earlier one of their block, by instruction: the others of a pass are in flight together.
std::vector<bool> dependent_loads(const Program& program) {
  std::vector<bool> found(program.origins.size());
  for (const ProgramBlock& block : program.blocks) {
    std::set<uint32_t> in_flight;  // registers that loads give, and what comes of them
    for (uint32_t i = block.first_instruction; i < block.end_instruction; ++i) {
      const ptx::Instruction& in = program.instruction(i);
      const ptx::RegisterUse use = ptx::register_use(in);
      const bool load = in.opcode == "ld" && is_plain_access(in);
      const bool follows =
          std::any_of(use.reads.begin(), use.reads.end(), [&](uint32_t r) { return in_flight.contains(r); });
      found[i] = load && follows;
      if (found[i]) in_flight.clear();
      if (load || follows) in_flight.insert(use.writes.begin(), use.writes.end());
    }
  }
  return found;
}

}  // namespace

void mark_spinning(Program& program, const ptx::Function& function, const ptx::FlowGraph& graph, uint32_t first_op,
                   uint32_t first_instruction) {
  const std::vector<bool> spinning = ptx::spinning_reads(function, graph);
  for (size_t i = first_op; i < program.ops.size(); ++i) {
    const Op& op = program.ops[i];
    const uint32_t instruction = op.index - first_instruction;
    if (!does_the_work(op) || instruction >= spinning.size() || !spinning[instruction]) continue;
    if (!is_plain_access(function.body[instruction])) continue;
    program.memory_forms[op.extra].polls = true;
    program.order_matters = program.waits = true;
  }
}

void keep_time(Program& program) {
  bool depends = program.waits;
  for (const Op& op : program.ops) {
    if (depends || !does_the_work(op)) continue;
    const ptx::Instruction& in = program.instruction(op.index);
    depends = in.opcode == "nanosleep" || std::any_of(in.operands.begin(), in.operands.end(), is_clock);
  }
  if (!depends) return;
  const std::vector<bool> dependent = dependent_loads(program);
  program.timed.resize(program.ops.size());
  for (size_t i = 0; i < program.ops.size(); ++i) {
    Op& op = program.ops[i];
    if (!does_the_work(op) || op.run == leave_kernel || op.run == leave_function) continue;
    const TimedKind kind = kind_of(program, op);
    if (kind == TimedKind::none) continue;
    const bool writes = program.instruction(op.index).opcode != "ld";
    program.timed[i] = {kind, dependent[op.index], writes, op.run};
    op.run = in_time;
  }
}

}  // namespace whet::vgpu
