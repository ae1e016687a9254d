#include "write/subject/attention_plan.h"

#include <algorithm>
#include <cmath>

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

// A weight as the terms of a sum have it: if the conditions hold, exp(score + shift), else 0.
struct WeightForm {
  std::vector<Expr> conditions;
  Expr exponential;
  std::vector<Expr> factors;  // others of the product
};

class AttentionPlanner {
 public:
  AttentionPlanner(const Subject& subject, const Nest& nest, ReductionPlan reductions)
      : subject_(subject), arena_(subject.arena), nest_(nest), reductions_(std::move(reductions)) {}

  Result<AttentionPlan> plan() {
    TRY_VOID(check());
    TRY_VOID(find_mixture());
    TRY_VOID(find_score());
    TRY_VOID(find_dot());
    TRY_VOID(choose_indices());
    take_ranges();
    return std::move(plan_);
  }

 private:
  Result<void> check() {
    if (subject_.is_double()) return bad_input("attention is written for single precision");
    for (const Statement& statement : nest_.statements) {
      if (!statement.guard.empty()) return bad_input("attention has no form for a guarded statement");
      if (statement.update) return bad_input("attention has no form for updates");
    }
    plan_.key = reductions_.variable;
    plan_.count = reductions_.phases[0].count;
    for (ReductionPhase& phase : reductions_.phases) {
      if (phase.count != plan_.count) return bad_input("reductions of attention run over the same keys");
      drop_true_conditions(arena_, plan_.key, phase);
      for (const PlannedReduction& each : phase.reductions) {
        list_.push_back(each);
        plan_.reductions.push_back(each.node);
      }
    }
    return {};
  }

  bool varies(Expr e) const { return arena_.contains(e, plan_.key); }

  std::optional<WeightForm> weight_form(Expr body) {
    WeightForm form;
    Node node = arena_[body];
    const auto is_zero = [&](Expr e) { return arena_[e].kind == Kind::real && lift::real_value(arena_, e) == 0; };
    while (node.kind == Kind::select && (is_zero(node.args[1]) || is_zero(node.args[2]))) {
      const bool is_kept = is_zero(node.args[2]);
      const Expr condition = is_kept ? node.args[0] : lift::negate(arena_, node.args[0]);
      for (const Expr member : lift::members(arena_, condition)) form.conditions.push_back(member);
      body = node.args[is_kept ? 1 : 2];
      node = arena_[body];
    }
    std::vector<Expr> factors{body};
    if (node.kind == Kind::product) factors = node.args;
    const auto at = std::find_if(factors.begin(), factors.end(), [&](Expr e) {
      return arena_[e].kind == Kind::call && (arena_.text(e) == "exp" || arena_.text(e) == "exp2") && varies(e);
    });
    if (at == factors.end()) return std::nullopt;
    form.exponential = *at;
    factors.erase(at);
    form.factors = std::move(factors);
    return form;
  }

  // The sum whose terms have a value beside the weight; and the sum of weights alone.
  Result<void> find_mixture() {
    for (const PlannedReduction& each : list_) {
      const auto form = each.how == lift::Fold::sum && each.is_real ? weight_form(each.body) : std::nullopt;
      if (!form) continue;
      const bool has_value = std::any_of(form->factors.begin(), form->factors.end(), [&](Expr e) { return varies(e); });
      if (has_value && mixture_) return bad_input("attention has one sum of weighted values");
      if (has_value) mixture_ = each.node, form_ = *form;
    }
    if (!mixture_) return bad_input("no sum of values that are weighted by exponentials");
    std::vector<Expr> values, fixed;
    for (const Expr factor : form_.factors) (varies(factor) ? values : fixed).push_back(factor);
    plan_.value = lift::product(arena_, values);
    for (const PlannedReduction& each : list_) {
      const auto form = each.how == lift::Fold::sum && each.node != *mixture_ ? weight_form(each.body) : std::nullopt;
      if (form && form->factors.empty() && form->exponential == form_.exponential &&
          form->conditions == form_.conditions)
        plan_.weight = each.node;
    }
    // The sum stands for all of its fixed factors times what the kernel sums.
    plan_.mixture = arena_.fresh_variable();
    fixed.push_back(plan_.mixture);
    const Expr whole = lift::product(arena_, fixed);
    plan_.is_divided_inside = plan_.weight && arena_.contains(whole, *plan_.weight);
    plan_.statements = nest_.statements;
    for (Statement& statement : plan_.statements)
      statement.value = lift::substitute(arena_, statement.value, {{*mixture_, whole}});
    return {};
  }

  // exponent = score + shift: the shift is the greatest score, or only quotients of the sums are used, or else the sums
  // are shifted afterwards.
  Result<void> find_score() {
    plan_.is_base_two = arena_.text(form_.exponential) == "exp2";
    const Expr exponent = arena_[form_.exponential].args[0];
    const Expr expanded = distributed(exponent);
    std::vector<Expr> varying, fixed;
    const std::vector<Expr> parts =
        arena_[expanded].kind == Kind::sum ? arena_[expanded].args : std::vector<Expr>{expanded};
    for (const Expr part : parts) (varies(part) ? varying : fixed).push_back(part);
    plan_.score = lift::sum(arena_, varying);
    if (!form_.conditions.empty())
      plan_.score =
          lift::select(arena_, lift::both(arena_, form_.conditions), plan_.score, lift::real(arena_, -INFINITY));
    for (const PlannedReduction& each : list_) {
      if (each.how == lift::Fold::maximum && each.is_real && distributed(each.body) == plan_.score)
        plan_.greatest = each.node;
    }
    const bool is_shifted_by_greatest = plan_.greatest && fixed.size() == 1 &&
                                        fixed[0] == lift::product(arena_, {lift::real(arena_, -1), *plan_.greatest});
    if (is_shifted_by_greatest) return {};
    if (are_only_quotients_used()) {
      plan_.greatest.reset();
      return {};
    }
    shift_sums(fixed);
    return check_sums();
  }

  // Whether results need nothing of the keys but the sums and the greatest score.
  Result<void> check_sums() {
    for (const PlannedReduction& each : list_) {
      if (each.node == plan_.weight || each.node == plan_.greatest) continue;
      for (const Statement& statement : plan_.statements) {
        if (arena_.contains(statement.value, each.node)) return bad_input("the weights are not those of a softmax");
      }
    }
    return {};
  }

  // Sums of exp(score + shift) are those of exp(score - greatest) times exp(greatest + shift).
  void shift_sums(std::vector<Expr> shift) {
    if (!plan_.greatest) plan_.greatest = arena_.fresh_variable();
    shift.push_back(*plan_.greatest);
    const Expr factor = arena_.call(plan_.is_base_two ? "exp2" : "exp", {lift::sum(arena_, shift)});
    for (Statement& statement : plan_.statements) {
      lift::Replacements changes{{plan_.mixture, lift::product(arena_, {factor, plan_.mixture})}};
      if (plan_.weight) changes.emplace(*plan_.weight, lift::product(arena_, {factor, *plan_.weight}));
      statement.value = lift::substitute(arena_, statement.value, changes);
    }
  }

  // c * (a + b) is c * a + c * b.
  Expr distributed(Expr e) {
    const Node node = arena_[e];
    if (node.kind != Kind::product) return e;
    const auto at =
        std::find_if(node.args.begin(), node.args.end(), [&](Expr arg) { return arena_[arg].kind == Kind::sum; });
    if (at == node.args.end()) return e;
    std::vector<Expr> others = node.args;
    others.erase(others.begin() + (at - node.args.begin()));
    std::vector<Expr> parts;
    for (const Expr part : arena_[*at].args) {
      std::vector<Expr> factors = others;
      factors.push_back(part);
      parts.push_back(lift::product(arena_, factors));
    }
    return lift::sum(arena_, parts);
  }

  bool are_only_quotients_used() {
    if (!plan_.weight) return false;
    const Expr divided = lift::inverse(arena_, *plan_.weight), marker = arena_.fresh_variable();
    const auto mark = [&](Expr e) {
      const Node node = arena_[e];
      if (node.kind != Kind::product) return e;
      std::vector<Expr> rest = node.args;
      for (const Expr part : {plan_.mixture, divided}) {
        const auto at = std::find(rest.begin(), rest.end(), part);
        if (at == rest.end()) return e;
        rest.erase(at);
      }
      rest.push_back(marker);
      return lift::product(arena_, rest);
    };
    return std::all_of(plan_.statements.begin(), plan_.statements.end(), [&](const Statement& each) {
      const Expr marked = lift::rewrite(arena_, each.value, mark);
      return !arena_.contains(marked, plan_.mixture) && !arena_.contains(marked, *plan_.weight);
    });
  }

  Result<void> find_dot() {
    std::vector<Expr> sums;
    for (const Expr each : parts_of_kind(arena_, {plan_.score}, Kind::reduction)) {
      if (varies(each)) sums.push_back(each);
    }
    if (sums.size() != 1) return bad_input("a score of attention has one sum of products");
    const lift::OpenReduction open = lift::open_reduction(arena_, sums[0]);
    const Node body = arena_[open.body];
    if (open.how != lift::Fold::sum || body.kind != Kind::product)
      return bad_input("a score of attention is a map of a sum of products");
    if (varies(open.count)) return bad_input("the number of terms of a score depends on the key");
    std::vector<Expr> of_query, of_key, fixed;
    for (const Expr factor : body.args) {
      const bool is_fixed = !arena_.contains(factor, open.variable);
      (is_fixed ? fixed : varies(factor) ? of_key : of_query).push_back(factor);
    }
    if (of_query.empty() || of_key.empty()) return bad_input("a score of attention has two operands");
    plan_.term = open.variable;
    plan_.terms = open.count;
    plan_.query = lift::product(arena_, of_query);
    plan_.key_value = lift::product(arena_, of_key);
    plan_.dot = arena_.fresh_variable();
    fixed.push_back(plan_.dot);
    plan_.score = lift::substitute(arena_, plan_.score, {{sums[0], lift::product(arena_, fixed)}});
    return {};
  }

  Result<void> choose_indices() {
    const auto size = [&](const SpaceIndex& each) { return subject_.size(each.count).value_or(1024); };
    std::optional<SpaceIndex> row, column;
    for (const SpaceIndex& index : nest_.space) {
      const auto is_in = [&](Expr e) { return arena_.contains(e, index.variable); };
      const bool is_of_score = is_in(plan_.query) || is_in(plan_.key_value) || is_in(plan_.score) || is_in(plan_.count);
      const bool can_be_row = is_in(plan_.query) && !is_in(plan_.key_value) && !is_in(plan_.value);
      const bool can_be_column = is_in(plan_.value) && !is_of_score;
      if (can_be_row && (!row || size(index) >= size(*row))) row = index;
      if (can_be_column && (!column || size(index) >= size(*column))) column = index;
    }
    if (!column) return bad_input("attention needs an index of values");
    if (!row) row = SpaceIndex{arena_.fresh_variable(), lift::integer(arena_, 1)};  // one query
    plan_.row = *row;
    plan_.column = *column;
    for (const SpaceIndex& index : nest_.space) {
      if (index.variable != row->variable && index.variable != column->variable) plan_.batch.push_back(index);
    }
    const bool has_fixed_terms = !arena_.contains(plan_.terms, row->variable);
    return has_fixed_terms ? Result<void>{} : bad_input("the number of terms of a score depends on the row");
  }

  // Conditions that bound the key are taken out of the score.
  void take_ranges() {
    plan_.end.push_back(plan_.count);
    while (true) {
      const Node node = arena_[plan_.score];
      if (node.kind != Kind::select) return;
      const auto is_nothing = [&](Expr e) {
        return arena_[e].kind == Kind::real && lift::real_value(arena_, e) == -INFINITY;
      };
      const bool is_kept = is_nothing(node.args[2]);
      if (!is_kept && !is_nothing(node.args[1])) return;
      const Expr condition = is_kept ? node.args[0] : lift::negate(arena_, node.args[0]);
      std::vector<Expr> others;
      for (const Expr member : lift::members(arena_, condition)) {
        if (!take_bound(member)) others.push_back(member);
      }
      plan_.score = node.args[is_kept ? 1 : 2];
      if (others.empty()) continue;
      plan_.score = lift::select(arena_, lift::both(arena_, others), plan_.score, lift::real(arena_, -INFINITY));
      return;
    }
  }

  bool take_bound(Expr condition) {
    const Node node = arena_[condition];
    if (node.kind != Kind::nonneg) return false;
    const auto linear = lift::linear_in(arena_, node.args[0], plan_.key);
    const auto step = linear ? lift::constant(arena_, linear->coefficient) : std::nullopt;
    if (!step || std::abs(*step) != 1 || varies(linear->rest)) return false;
    if (*step < 0) plan_.end.push_back(lift::add(arena_, linear->rest, lift::integer(arena_, 1)));
    if (*step > 0) plan_.first.push_back(lift::scale(arena_, linear->rest, -1));
    return true;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  ReductionPlan reductions_;
  std::vector<PlannedReduction> list_;
  AttentionPlan plan_;
  std::optional<Expr> mixture_;
  WeightForm form_;
};

}  // namespace

bool runs_along(const Subject& subject, Expr operand, Expr variable) {
  const Node node = subject.arena[operand];
  return node.kind == Kind::load && parts_of_kind(subject.arena, {node.args[1]}, Kind::load).empty() &&
         motion(subject.arena, node.args[1], variable, node.bytes) == Motion::unit;
}

Result<AttentionPlan> plan_attention(const Subject& subject, const Nest& nest) {
  Nest whole = nest;
  whole.has_map = false;
  TRY(reductions, plan_reductions(subject, whole));
  return AttentionPlanner(subject, nest, std::move(reductions)).plan();
}

}  // namespace whet::write
