#include "write/subject/products_plan.h"

#include <algorithm>

#include "write/subject/convolution_plan.h"

namespace whet::write {

namespace {

constexpr size_t k_most_sums = 4;

// The index along which the first result lies in memory, or else the last.
lift::SpaceIndex column_of(const Subject& subject, const Nest& nest) {
  const lift::Statement& first = nest.statements.front();
  const auto found = std::find_if(nest.space.rbegin(), nest.space.rend(), [&](const lift::SpaceIndex& index) {
    return motion(subject.arena, first.offset, index.variable, first.bytes) == Motion::unit;
  });
  return found == nest.space.rend() ? nest.space.back() : *found;
}

}  // namespace

Nest nest_of_sum(const Nest& nest, Expr sum) {
  Nest alone = nest;
  alone.has_map = false;
  alone.statements.resize(1);
  alone.statements[0].value = sum;
  alone.statements[0].update.reset();
  return alone;
}

Result<ProductsPlan> plan_products(const Subject& subject, const Nest& nest) {
  Nest whole = nest;
  whole.has_map = false;
  TRY(reductions, plan_reductions(subject, whole));
  ProductsPlan plan;
  for (const ReductionPhase& phase : reductions.phases) {
    for (const PlannedReduction& each : phase.reductions) plan.sums.push_back(each.node);
  }
  if (plan.sums.size() < 2) return bad_input("there is one sum: a product is no map of several");
  if (plan.sums.size() > k_most_sums) return bad_input("more sums than products are made apart for");
  for (const Expr sum : plan.sums) {
    TRY(product, plan_gathered_contraction(subject, nest_of_sum(nest, sum)));
    if (!product.is_real) return bad_input("products apart are made of sums of real numbers");
  }
  plan.column = column_of(subject, nest);
  return plan;
}

}  // namespace whet::write
