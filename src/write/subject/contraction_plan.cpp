#include "write/subject/contraction_plan.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::SpaceIndex;
using lift::Statement;

namespace {

class ContractionPlanner {
 public:
  ContractionPlanner(const Subject& subject, const Nest& nest, ReductionPlan reductions, bool may_have_sums)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        reductions_(std::move(reductions)),
        may_have_sums_(may_have_sums) {}

  Result<ContractionPlan> plan() {
    TRY_VOID(check());
    drop_true_conditions(arena_, reductions_.variable, reductions_.phases[0]);
    plan_.term = reductions_.variable;
    plan_.count = reductions_.phases[0].count;
    plan_.is_real = reduction().is_real;
    plan_.statements = nest_.statements;
    TRY(factors, factors_of_body());
    take_out(factors);
    if (!choose_indices(factors))
      return bad_input("no product of matrices: each operand needs an index that the other has not");
    TRY_VOID(check_count());
    plan_.is_narrow = plan_.is_real ? !subject_.is_double() : are_results_narrow();
    return std::move(plan_);
  }

 private:
  const PlannedReduction& reduction() const { return reductions_.phases[0].reductions[0]; }

  Result<void> check() const {
    if (reductions_.phases.size() != 1 || reductions_.phases[0].reductions.size() != 1)
      return bad_input("a product of matrices is a single sum");
    if (reduction().how != lift::Fold::sum) return bad_input("a product of matrices is a sum");
    if (!may_have_sums_ && !parts_of_kind(arena_, {reduction().body}, Kind::reduction).empty())
      return bad_input("products of matrices have no form for reductions inside of terms");
    for (const Statement& statement : nest_.statements) {
      if (!statement.guard.empty()) return bad_input("products of matrices have no form for a guarded statement");
    }
    for (const SpaceIndex& index : nest_.space) {
      if (!arena_.contains(reduction().node, index.variable))
        return bad_input("the sum does not depend on every index of the result");
    }
    return {};
  }

  // A triangle of terms would need other tiles for each row.
  Result<void> check_count() const {
    for (const Expr own : {plan_.row().variable, plan_.column().variable}) {
      if (arena_.contains(plan_.count, own)) return bad_input("the number of terms depends on the row or the column");
    }
    return {};
  }

  Result<std::vector<Expr>> factors_of_body() {
    const Expr body = reduction().body;
    const Node node = arena_[body];
    if (node.kind == Kind::product) return node.args;
    if (may_have_sums_ && node.kind == Kind::select) return factors_of_choice(node);
    const auto terms = plan_.is_real ? std::vector<lift::Term>{} : lift::terms_of(arena_, body);
    if (terms.size() != 1) return bad_input("the terms of the sum are no products");
    std::vector<Expr> factors = terms[0].atoms;
    if (terms[0].coefficient != 1) factors.push_back(lift::integer(arena_, terms[0].coefficient));
    return factors;
  }

  // c ? s * w : 0, where s has a sum inside, is (c ? s : 0) * w.
  Result<std::vector<Expr>> factors_of_choice(const Node& choice) const {
    const auto is_zero = [&](Expr e) { return arena_[e].kind == Kind::real && lift::real_value(arena_, e) == 0; };
    const bool is_kept = is_zero(choice.args[2]);
    const Expr chosen = choice.args[is_kept ? 1 : 2], other = choice.args[is_kept ? 2 : 1];
    std::vector<Expr> factors = arena_[chosen].kind == Kind::product ? arena_[chosen].args : std::vector<Expr>{};
    const auto at = std::find_if(factors.begin(), factors.end(),
                                 [&](Expr each) { return !parts_of_kind(arena_, {each}, Kind::reduction).empty(); });
    if (!is_zero(other) || at == factors.end()) return bad_input("the terms of the sum are no products");
    *at = is_kept ? lift::select(arena_, choice.args[0], *at, other) : lift::select(arena_, choice.args[0], other, *at);
    return factors;
  }

  Expr product_of(const std::vector<Expr>& factors) const {
    if (plan_.is_real) return factors.size() == 1 ? factors[0] : lift::product(arena_, factors);
    Expr product = lift::integer(arena_, 1);
    for (const Expr factor : factors) product = lift::multiply(arena_, product, factor);
    return product;
  }

  // sum(k: f * a[k] * b[k]) = f * sum(k: a[k] * b[k])
  void take_out(std::vector<Expr>& factors) {
    const auto of_terms = std::stable_partition(factors.begin(), factors.end(),
                                                [&](Expr factor) { return arena_.contains(factor, plan_.term); });
    std::vector<Expr> others(of_terms, factors.end());
    factors.erase(of_terms, factors.end());
    plan_.total = reduction().node;
    if (others.empty() || factors.empty()) return;
    plan_.total = lift::close_reduction(arena_, {lift::Fold::sum, plan_.term, plan_.count, product_of(factors)});
    others.push_back(plan_.total);
    const lift::Replacements replaced{{reduction().node, product_of(others)}};
    for (Statement& statement : plan_.statements) statement.value = lift::substitute(arena_, statement.value, replaced);
  }

  // Neighbouring columns should be neighbours in the result.
  std::vector<SpaceIndex> possible_columns() const {
    const Statement& first = nest_.statements.front();
    std::vector<SpaceIndex> list(nest_.space.rbegin(), nest_.space.rend());
    std::stable_partition(list.begin(), list.end(), [&](const SpaceIndex& index) {
      return motion(arena_, first.offset, index.variable, first.bytes) == Motion::unit;
    });
    return list;
  }

  bool choose_indices(const std::vector<Expr>& factors) {
    for (const SpaceIndex& column : possible_columns()) {
      std::vector<Expr> left, right;
      for (const Expr factor : factors) (arena_.contains(factor, column.variable) ? right : left).push_back(factor);
      if (left.empty() || right.empty()) continue;
      const Expr of_left = product_of(left), of_right = product_of(right);
      const auto row = longest_row(column, of_left, of_right);
      if (!row) continue;
      plan_.left = operand_of(subject_, *row, of_left, plan_.term);
      plan_.right = operand_of(subject_, column, of_right, plan_.term);
      for (const SpaceIndex& index : nest_.space) {
        if (index.variable != row->variable && index.variable != column.variable) plan_.batch.push_back(index);
      }
      return true;
    }
    return false;
  }

  // Of the indices that the left operand alone has; others of them count as batches.
  std::optional<SpaceIndex> longest_row(const SpaceIndex& column, Expr left, Expr right) const {
    std::optional<SpaceIndex> longest;
    for (const SpaceIndex& index : nest_.space) {
      const bool is_row = index.variable != column.variable && arena_.contains(left, index.variable) &&
                          !arena_.contains(right, index.variable);
      const auto size = [&](const SpaceIndex& each) { return subject_.size(each.count).value_or(1024); };
      if (is_row && (!longest || size(index) >= size(*longest))) longest = index;
    }
    return longest;
  }

  // What is stored are the low bits of the sum.
  bool are_results_narrow() const {
    return std::all_of(plan_.statements.begin(), plan_.statements.end(), [&](const Statement& each) {
      return each.value == plan_.total && each.bytes <= 4 && !is_floating(subject_.parameter(each.array).type);
    });
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  ReductionPlan reductions_;
  bool may_have_sums_;
  ContractionPlan plan_;
};

Result<ContractionPlan> plan_terms(const Subject& subject, const Nest& nest, bool may_have_sums) {
  Nest whole = nest;
  whole.has_map = false;
  TRY(reductions, plan_reductions(subject, whole));
  return ContractionPlanner(subject, nest, std::move(reductions), may_have_sums).plan();
}

}  // namespace

ContractionOperand operand_of(const Subject& subject, const SpaceIndex& own, Expr value, Expr term) {
  lift::Arena& arena = subject.arena;
  ContractionOperand found{own, value, {}, false, {}};
  if (arena[value].kind == Kind::load) found.plain = value;
  const auto loads = unconditional_loads(arena, {value});
  const auto runs_along = [&](Expr load, Expr variable) {
    const Node node = arena[load];
    const bool is_chosen_by_data = !parts_of_kind(arena, {node.args[1]}, Kind::load).empty();
    return !is_chosen_by_data && motion(arena, node.args[1], variable, node.bytes) == Motion::unit;
  };
  found.along_terms = std::any_of(loads.begin(), loads.end(), [&](Expr load) {
    return arena.contains(load, own.variable) && runs_along(load, term);
  });
  for (const Expr load : loads) {
    if (runs_along(load, found.along_terms ? term : own.variable)) found.packed.push_back(load);
  }
  return found;
}

Result<ContractionPlan> plan_contraction(const Subject& subject, const Nest& nest) {
  return plan_terms(subject, nest, false);
}

Result<ContractionPlan> plan_contraction_of_sums(const Subject& subject, const Nest& nest) {
  return plan_terms(subject, nest, true);
}

}  // namespace whet::write
