#include "write/subject/chain_plan.h"

#include "lift/expression/reduction.h"

namespace whet::write {

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
  if (sums.size() > 1 || !sums_of(plan.other()).empty())
    return bad_input("a chain of products has one sum inside of its terms");
  const lift::OpenReduction sum = lift::open_reduction(arena, sums[0]);
  if (sum.how != lift::Fold::sum || !plan.outer.is_real || !is_real_valued(subject, sums[0]))
    return bad_input("a chain of products is made of sums of real numbers");
  if (!arena.contains(sums[0], plan.outer.term) || !arena.contains(sums[0], plan.hidden().own.variable))
    return bad_input("the inner sum of a chain depends on both indices of its operand");
  return plan;
}

}  // namespace whet::write
