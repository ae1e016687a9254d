#include "write/subject/chain_plan.h"

#include "lift/expression/reduction.h"

namespace whet::write {

namespace {

std::optional<ElementType> rounded_type(const Subject& subject, const ChainPlan& plan) {
  const lift::Arena& arena = subject.arena;
  if (!plan.other().plain || subject.is_double()) return std::nullopt;
  const ElementType type = subject.parameter(arena[*plan.other().plain].args[0]).type;
  const bool is_half = type == ElementType::f16, is_bfloat = type == ElementType::bf16;
  if (!is_half && !is_bfloat) return std::nullopt;
  const Expr value = plan.hidden().value;
  const bool is_rounded = arena[value].kind == lift::Kind::call && arena.text(value) == (is_half ? "half" : "bfloat16");
  const bool is_allowed = subject.precision >= (is_half ? PrecisionClass::fp16 : PrecisionClass::bf16);
  return is_rounded || is_allowed ? std::optional(type) : std::nullopt;
}

}  // namespace

Result<ChainPlan> plan_chain(const Subject& subject, const Nest& nest) {
  ChainPlan plan;
  TRY(outer, plan_contraction_of_sums(subject, nest));
  plan.outer = std::move(outer);
  lift::Arena& arena = subject.arena;
  const auto sums_of = [&](const ContractionOperand& each) {
    return parts_of_kind(arena, {each.value}, lift::Kind::reduction);
  };
  plan.is_left = !sums_of(plan.outer.left).empty();
  const auto sums = sums_of(plan.hidden());
  if (sums.empty()) return bad_input("no chain of products: no operand is a map of a sum");
  if (!sums_of(plan.other()).empty()) return bad_input("a chain of products has sums in one of its operands alone");
  plan.sums = sums.size();
  for (const Expr each : sums) {
    const lift::OpenReduction sum = lift::open_reduction(arena, each);
    if (sum.how != lift::Fold::sum || !plan.outer.is_real || !is_real_valued(subject, each))
      return bad_input("a chain of products is made of sums of real numbers");
    if (!arena.contains(each, plan.outer.term) || !arena.contains(each, plan.hidden().own.variable))
      return bad_input("the inner sum of a chain depends on both indices of its operand");
  }
  plan.rounded = rounded_type(subject, plan);
  return plan;
}

}  // namespace whet::write
