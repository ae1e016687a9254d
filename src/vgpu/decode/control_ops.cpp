#include "vgpu/decode/control_ops.h"

#include <bit>
#include <cstring>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/builtins.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

using ptx::Operand;

void enter_block(Warp& warp, const Op& op) {
  warp.enter_block(op);
}

void join_splits(Warp& warp, const Op& op) {
  warp.join(op);
}

namespace {

Mask guard_lanes(const Warp& warp, const Op& op) {
  const Mask holds = warp.predicate(op.guard);
  return (op.guard_negated ? ~holds : holds) & warp.mask;
}

void count_guarded(Warp& warp, const Op& op, Mask on) {
  ExecutionCount& count = warp.worker->guarded[op.index];
  ++count.warps;
  count.lanes += static_cast<uint64_t>(std::popcount(on));
}

}  // namespace

void run_guarded(Warp& warp, const Op& op) {
  const Mask on = guard_lanes(warp, op);
  count_guarded(warp, op, on);
  if (on == 0) return;
  if (on == warp.mask) return op.guarded(warp, op);
  const Mask outer = warp.mask;
  warp.set_mask(on);
  op.guarded(warp, op);
  warp.set_mask(outer);
}

void skip_unless_guard(Warp& warp, const Op& op) {
  const Mask on = guard_lanes(warp, op);
  count_guarded(warp, op, on);
  warp.branch(op, ~on, op.target);
}

void jump(Warp& warp, const Op& op) {
  warp.branch(op, warp.mask, op.target);
}

void jump_if(Warp& warp, const Op& op) {
  const Mask on = guard_lanes(warp, op);
  warp.branch(op, on, op.target);
}

void jump_indexed(Warp& warp, const Op& op) {
  const Source<uint32_t> index(warp, op.dst);
  const Mask all = warp.mask;
  for (uint32_t i = 0; i + 1 < op.small; ++i) {
    Mask here = 0;
    for (Mask rest = warp.mask; rest; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (index[lane] == i) here |= 1u << lane;
    }
    if (here == 0) continue;
    if (here == warp.mask) {
      warp.pc = warp.program->tables[op.extra + i];
      return;
    }
    warp.fork(here, warp.program->tables[op.extra + i]);
  }
  if (all != warp.mask) ++warp.worker->diverged[op.index];
  warp.pc = warp.program->tables[op.extra + op.small - 1];
}

void leave_kernel(Warp& warp, const Op&) {
  warp.leave(warp.mask);
}

void leave_function(Warp& warp, const Op&) {
  warp.return_from_call();
}

namespace {

void trap(Warp& warp, const Op& op) {
  warp.worker->fault(warp, op, FaultKind::trap, std::countr_zero(warp.mask), 0, 0);
  warp.worker->launch.stopped = true;
  warp.stop();
}

void nothing(Warp&, const Op&) {}

void sleep(Warp& warp, const Op&) {
  warp.block->polled = true;
  warp.end_turn();
}

void call_builtin(Warp& warp, const Op& op, const ProgramFunction& function) {
  const CallPlan& plan = warp.program->calls[op.extra];
  switch (function.builtin) {
    case ProgramFunction::Builtin::print:
      return print_lanes(warp, plan);
    case ProgramFunction::Builtin::assert_fail:
      return fail_assertion(warp, op, plan);
    case ProgramFunction::Builtin::allocate:
      return allocate_lanes(warp, plan);
    case ProgramFunction::Builtin::release:
      return release_lanes(warp, plan);
    case ProgramFunction::Builtin::none:
      break;
  }
}

void call_direct(Warp& warp, const Op& op) {
  const uint32_t callee = warp.program->calls[op.extra].callee;
  const ProgramFunction& function = warp.program->functions[callee];
  if (function.builtin != ProgramFunction::Builtin::none) return call_builtin(warp, op, function);
  warp.call(op, callee);
}

// Lanes may call different functions. Those that do not call the first lane's function return to this op afterwards.
void call_through_pointer(Warp& warp, const Op& op) {
  const Source<uint64_t> target(warp, op.a);
  const uint64_t first = target[std::countr_zero(warp.mask)];
  Mask same = 0;
  for (Mask rest = warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (target[lane] == first) same |= 1u << lane;
  }
  const uint64_t function = first - k_function_window;
  if (function >= warp.program->functions.size() || warp.program->functions[function].first_op == k_indirect) {
    warp.worker->fault(warp, op, FaultKind::out_of_bounds, std::countr_zero(warp.mask), first, 8,
                       "no function is there");
    warp.worker->launch.stopped = true;
    return warp.stop();
  }
  if (same != warp.mask) warp.fork(warp.mask & ~same, warp.op_index(op));
  warp.call(op, static_cast<uint32_t>(function));
}

bool is_list(const Operand& operand) {
  return operand.kind == Operand::Kind::list;
}

Result<std::vector<ParamPlace>> param_places(const Operand& list, DecodeInput& input) {
  std::vector<ParamPlace> places;
  for (const Operand& element : list.elements) {
    const SymbolPlace place = input.symbol(element.name);
    if (element.kind != Operand::Kind::symbol || place.kind != SymbolPlace::Kind::frame_param) {
      return unsupported(*input.program.module, input.in, "arguments passed in registers");
    }
    places.push_back(place.param);
  }
  return places;
}

// call (results), function, (arguments), prototype;  each list is optional.
Result<bool> decode_call(DecodeInput& input) {
  const auto& operands = input.in.operands;
  CallPlan plan;
  size_t next = 0;
  if (next < operands.size() && is_list(operands[next])) {
    TRY(results, param_places(operands[next], input));
    plan.results = std::move(results);
    ++next;
  }
  if (next >= operands.size()) return unsupported(*input.program.module, input.in);
  const Operand& target = operands[next];
  if (target.kind == Operand::Kind::symbol) {
    const SymbolPlace place = input.symbol(target.name);
    const bool known = place.kind == SymbolPlace::Kind::function &&
                       (!input.program.module->functions[place.value].is_declaration ||
                        input.program.functions[place.value].builtin != ProgramFunction::Builtin::none);
    if (!known) return unsupported(*input.program.module, input.in, "`" + target.name + "` is not in the module");
    plan.callee = static_cast<uint32_t>(place.value);
  } else {
    plan.callee = k_indirect;
    input.op.a = input.operands[next].front();
  }
  if (++next < operands.size() && is_list(operands[next])) {
    TRY(arguments, param_places(operands[next], input));
    plan.arguments = std::move(arguments);
  }
  input.op.run = plan.callee == k_indirect ? call_through_pointer : call_direct;
  input.op.extra = static_cast<uint32_t>(input.program.calls.size());
  input.program.calls.push_back(std::move(plan));
  input.program.has_calls = true;
  return true;
}

Result<bool> decode_branch(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  input.op.target = in.operands.at(0).index;
  input.op.run = in.guard == ptx::k_none ? jump : jump_if;
  if (in.guard != ptx::k_none) {
    input.op.guard = input.guard;
    input.op.guard_negated = in.guard_negated;
  }
  return true;
}

Result<bool> decode_indexed_branch(DecodeInput& input) {
  input.op.run = jump_indexed;
  input.op.extra = static_cast<uint32_t>(input.program.tables.size());
  for (const Operand& label : input.in.operands.at(1).elements) input.program.tables.push_back(label.index);
  input.op.small = static_cast<uint16_t>(input.in.operands[1].elements.size());
  return true;
}

}  // namespace

ProgramFunction::Builtin builtin_of(std::string_view name) {
  using Builtin = ProgramFunction::Builtin;
  if (name == "vprintf") return Builtin::print;
  if (name == "__assertfail") return Builtin::assert_fail;
  if (name == "malloc") return Builtin::allocate;
  if (name == "free") return Builtin::release;
  return Builtin::none;
}

Result<bool> decode_control(DecodeInput& input) {
  const std::string& opcode = input.in.opcode;
  if (opcode == "bra") return decode_branch(input);
  if (opcode == "brx") return decode_indexed_branch(input);
  if (opcode == "call") return decode_call(input);
  if (opcode == "exit")
    input.op.run = leave_kernel;
  else if (opcode == "ret")
    input.op.run = input.in_entry ? leave_kernel : leave_function;
  else if (opcode == "trap")
    input.op.run = trap;
  else if (opcode == "brkpt" || opcode == "pmevent")
    input.op.run = nothing;
  else if (opcode == "nanosleep")
    input.op.run = sleep;
  else
    return false;
  return true;
}

}  // namespace whet::vgpu
