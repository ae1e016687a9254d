// Barriers, and shuffles between the lanes of a warp.
#include "lift/block/lanes.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/thread/evaluator.h"

namespace whet::lift {
namespace {

constexpr std::string_view k_modes[] = {"bfly", "down", "up", "idx"};

// The operand c of a shuffle: bits 8 to 12 say where groups of lanes begin, the low bits the last lane of a group.
std::optional<int> group_width(std::optional<int64_t> c) {
  if (!c) return {};
  const int64_t mask = (*c >> 8) & 31;
  for (const int width : {32, 16, 8, 4, 2}) {
    if (mask == 32 - width) return width;
  }
  return {};
}

}  // namespace

// All threads see what was stored before. A barrier of a warp counts as one: who relies on it exchanges within a warp.
Result<void> Evaluator::barrier(Frame& frame, State& state, const Instruction& code) {
  const auto other = other_modifier(code, {"sync", "warp", "cta", "aligned"});
  if (other) return refuse(code, "`." + *other + "` is not modelled");
  relies_on_warps_ |= code.has("warp");
  if (code.has("warp"))
    thread_.assumptions.insert("threads that exchange values between barriers of a warp are in one warp");
  (void)frame;
  (void)state;
  log_.push_back({SharedEntry::Kind::barrier, {}, {}, 0, {}, Fold::sum, {}, {}, code.line});
  return {};
}

// All lanes of a warp have done what comes before in the program, and none of them what comes after.
void Evaluator::step_together(const Instruction& code) {
  thread_.assumptions.insert(k_in_step);
  log_.push_back({SharedEntry::Kind::barrier, {}, {}, 0, {}, Fold::sum, {}, {}, code.line});
}

// A guard that holds for some lanes of a warp only: the others take no part.
void Evaluator::note_missing_lanes(const State& state) {
  const Expr thread = arena_.special(Special::tid_x), warp = arena_.fresh_variable();
  const auto in_lane = [&](Expr condition, int lane) {
    const Expr index = add(arena_, scale(arena_, warp, 32), integer(arena_, lane));
    return substitute(arena_, condition, {{thread, index}});
  };
  for (const Expr condition : state.path) {
    if (in_lane(condition, 0) == in_lane(condition, 31)) continue;
    thread_.assumptions.insert("lanes that a guard leaves out are not asked by shuffles");
  }
}

Result<void> Evaluator::shuffle(Frame& frame, State& state, const Instruction& code) {
  if (code.operands.size() != 5 || other_modifier(code, {"sync", "bfly", "down", "up", "idx"})) {
    return refuse(code, "this form is not modelled");
  }
  TRY(shuffled, value(frame, state, code, code.operands[1], ptx::Type::b32));
  TRY(amount, value(frame, state, code, code.operands[2], ptx::Type::b32));
  TRY(limits, value(frame, state, code, code.operands[3], ptx::Type::b32));
  const auto width = group_width(constant(arena_, limits));
  if (!width) return refuse(code, "a group of lanes whose size is not constant is not modelled");
  std::optional<Expr> result, there;
  for (size_t i = 0; i < std::size(k_modes); ++i) {
    if (!code.has(k_modes[i])) continue;
    result = exchange(arena_, static_cast<Exchange>(i), shuffled, amount, *width);
    there = lane_exists(arena_, static_cast<Exchange>(i), amount, integer(arena_, *width));
  }
  if (!result) return refuse(code, "this form is not modelled");
  thread_.assumptions.insert("warps are whole and lie along threadIdx.x");
  note_missing_lanes(state);
  if (*width == 32 && !log_.empty() && log_.back().kind != SharedEntry::Kind::warp)
    log_.push_back({.kind = SharedEntry::Kind::warp, .line = code.line});
  Operand target = code.operands[0];
  if (target.kind == Operand::Kind::pair) {
    const Operand exists = target.elements[1];
    target = Operand(target.elements[0]);
    const Expr lost = arena_.unknown("whether a lane exists, which a shuffle tells");
    TRY_VOID(write(frame, state, code, exists, there.value_or(lost), 1));
  }
  return write(frame, state, code, target, *result, 4);
}

// One instruction for a reduction over the warp.
Result<void> Evaluator::reduce_lanes(Frame& frame, State& state, const Instruction& code) {
  if (code.operands.size() != 3 || other_modifier(code, {"sync", "add", "min", "max"})) {
    return refuse(code, "this form is not modelled");
  }
  TRY(reduced, value(frame, state, code, code.operands[1], code.type()));
  const Fold how = code.has("add") ? Fold::sum : code.has("min") ? Fold::minimum : Fold::maximum;
  thread_.assumptions.insert("warps are whole and lie along threadIdx.x");
  note_missing_lanes(state);
  return write(frame, state, code, code.operands[0], reduced_lanes(arena_, how, reduced), 4);
}

Result<void> Evaluator::vote(Frame& frame, State& state, const Instruction& code) {
  if (code.operands.size() != 3 || other_modifier(code, {"sync", "any", "all", "ballot"})) {
    return refuse(code, "this form is not modelled");
  }
  TRY(condition, value(frame, state, code, code.operands[1], ptx::Type::pred));
  if (!is_condition(arena_, condition)) return refuse(code, "a number as a predicate is not modelled");
  thread_.assumptions.insert("warps are whole and lie along threadIdx.x");
  if (code.has("ballot")) return write(frame, state, code, code.operands[0], ballot(arena_, condition), 4);
  const Expr none = zero(arena_, count_lanes(arena_, code.has("all") ? negate(arena_, condition) : condition));
  return write(frame, state, code, code.operands[0], code.has("all") ? none : negate(arena_, none), 1);
}

}  // namespace whet::lift
