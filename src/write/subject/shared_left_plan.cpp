#include "write/subject/shared_left_plan.h"

#include "lift/expression/substitute.h"
#include "write/subject/products_plan.h"

namespace whet::write {

namespace {

ElementType type_of(const Subject& subject, const ContractionOperand& operand) {
  return subject.parameter(subject.arena[*operand.plain].args[0]).type;
}

bool is_same_index(const lift::SpaceIndex& a, const lift::SpaceIndex& b) {
  return a.variable == b.variable;
}

}  // namespace

Result<ContractionPlan> plan_shared_left(const Subject& subject, const Nest& nest) {
  lift::Arena& arena = subject.arena;
  TRY(products, plan_products(subject, nest));
  if (products.sums.size() != 2) return bad_input("more than two sums do not fit into registers beside each other");
  TRY(plan, plan_contraction(subject, nest_of_sum(nest, products.sums[0])));
  TRY(second, plan_contraction(subject, nest_of_sum(nest, products.sums[1])));
  const bool are_plain =
      plan.left.is_plain() && plan.right.is_plain() && second.left.is_plain() && second.right.is_plain();
  if (!are_plain) return bad_input("operands of two sums are elements as they are in memory");
  const auto with_terms = [&](Expr e) { return lift::substitute(arena, e, {{second.term, plan.term}}); };
  const bool is_shared = plan.count == second.count && is_same_index(plan.row(), second.row()) &&
                         is_same_index(plan.column(), second.column()) &&
                         with_terms(second.left.value) == plan.left.value;
  if (!is_shared) return bad_input("the two sums do not share their left operand");
  const ContractionOperand right = operand_of(subject, plan.column(), with_terms(second.right.value), plan.term);
  const bool are_alike = right.is_plain() && right.along_terms == plan.right.along_terms &&
                         type_of(subject, right) == type_of(subject, plan.right);
  if (!are_alike) return bad_input("the right operands of the two sums have other types or orders in memory");
  const lift::Replacements values{{products.sums[0], plan.statements[0].value},
                                  {products.sums[1], second.statements[0].value}};
  plan.statements = nest.statements;
  for (lift::Statement& each : plan.statements) each.value = lift::substitute(arena, each.value, values);
  plan.further = FurtherSum{right, second.total};
  return plan;
}

}  // namespace whet::write
