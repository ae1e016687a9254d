// Barriers, and shuffles between the lanes of a warp.
#include "lift/block/lanes.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
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
  if (code.has("warp"))
    thread_.assumptions.insert("threads that exchange values between barriers of a warp are in one warp");
  (void)frame;
  (void)state;
  log_.push_back({SharedEntry::Kind::barrier, {}, {}, 0, {}, Fold::sum, {}, {}, code.line});
  return {};
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
  std::optional<Expr> result;
  for (size_t i = 0; i < std::size(k_modes); ++i) {
    if (code.has(k_modes[i])) result = exchange(arena_, static_cast<Exchange>(i), shuffled, amount, *width);
  }
  if (!result) return refuse(code, "this form is not modelled");
  thread_.assumptions.insert("warps lie along threadIdx.x");
  Operand target = code.operands[0];
  if (target.kind == Operand::Kind::pair) {
    const Operand exists = target.elements[1];
    target = Operand(target.elements[0]);
    TRY_VOID(write(frame, state, code, exists, arena_.unknown("whether a lane exists, which a shuffle tells"), 1));
  }
  return write(frame, state, code, target, *result, 4);
}

}  // namespace whet::lift
