#include "write/schedule/hidden_plan.h"

#include "lift/expression/substitute.h"
#include "write/schedule/chain_apart.h"
#include "write/schedule/copied_operands.h"
#include "write/subject/products_plan.h"

namespace whet::write {

Result<HiddenPlan> plan_hidden(const Subject& subject, const Nest& nest, const ChainPlan& plan) {
  TRY(stages, stages_of_chain(subject, nest, plan));
  const Subject of_hidden = subject_of_stage(subject, stages, 1);
  const Nest& hidden = stages.stages[1].nest;
  HiddenPlan found{hidden.statements[0].value, {}};
  for (const Expr sum : parts_of_kind(subject.arena, {found.value}, lift::Kind::reduction)) {
    TRY(product, plan_contraction(of_hidden, nest_of_sum(hidden, sum)));
    if (product.row().variable != plan.outer.term || product.column().variable != plan.hidden().own.variable)
      return bad_input("the inner product of a chain has other sides than the outer one's terms and rows");
    found.value = lift::substitute(subject.arena, found.value, {{sum, product.statements[0].value}});
    found.sums.push_back(std::move(product));
  }
  return found;
}

}  // namespace whet::write
