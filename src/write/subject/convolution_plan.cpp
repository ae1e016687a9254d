#include "write/subject/convolution_plan.h"

#include <algorithm>

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

constexpr int64_t k_tile = 128;       // columns of a large tile
constexpr double k_most_waste = 1.2;  // of tiles that an image does not fill

using Indices = std::vector<SpaceIndex>;

// `e` with `whole` in place of the indices that it counts through as one.
std::optional<Expr> joined(lift::Arena& arena, Expr e, const Indices& parts, Expr whole) {
  SpaceIndex inner = parts.back();
  for (size_t at = parts.size() - 1; at-- > 0;) {
    const Expr next = arena.fresh_variable();
    const auto with = with_one_index(arena, e, parts[at], inner, next);
    if (!with) return std::nullopt;
    e = *with;
    inner = {next, lift::multiply(arena, parts[at].count, inner.count), false};
  }
  return lift::substitute(arena, e, {{inner.variable, whole}});
}

class ConvolutionPlanner {
 public:
  ConvolutionPlanner(const Subject& subject, const Nest& nest, ReductionPlan reductions)
      : subject_(subject), arena_(subject.arena), nest_(nest), reductions_(std::move(reductions)) {}

  Result<ContractionPlan> plan() {
    TRY_VOID(check());
    open_sums();
    TRY_VOID(check_ranges());
    if (!choose_sides()) return bad_input("no convolution: each operand needs an index that the other has not");
    name_total();
    join_terms();
    finish(plan_.left, rows_, left_);
    finish(plan_.right, columns_, right_);
    join_results();
    return std::move(plan_);
  }

 private:
  const PlannedReduction& reduction() const { return reductions_.phases[0].reductions[0]; }

  Result<void> check() const {
    if (reductions_.phases.size() != 1 || reductions_.phases[0].reductions.size() != 1)
      return bad_input("a convolution is a single sum");
    if (reduction().how != lift::Fold::sum || !reduction().is_real)
      return bad_input("a convolution is a sum of floating-point numbers");
    for (const Statement& statement : nest_.statements) {
      if (!statement.guard.empty()) return bad_input("convolutions have no form for a guarded statement");
    }
    return {};
  }

  bool is_zero(Expr e) const {
    return arena_[e].kind == Kind::real ? lift::real_value(arena_, e) == 0 : lift::constant(arena_, e) == 0;
  }

  // Takes a condition off whose other branch is zero.
  std::optional<Expr> without_guard(Expr e, std::vector<OperandGuard>& guards) const {
    const Node node = arena_[e];
    if (node.kind != Kind::select) return std::nullopt;
    const bool holds = is_zero(node.args[2]);
    if (!holds && !is_zero(node.args[1])) return std::nullopt;
    guards.push_back({node.args[0], holds});
    return node.args[holds ? 1 : 2];
  }

  // Sums inside of each other, with the conditions between them: sum(a: c ? 0 : sum(b: x)) is sum(a, b: c ? 0 : x).
  void open_sums() {
    Expr body = reduction().body;
    terms_ = {{reductions_.variable, reductions_.phases[0].count, false}};
    for (;;) {
      if (const auto inside = without_guard(body, guards_)) {
        body = *inside;
        continue;
      }
      const bool is_sum =
          arena_[body].kind == Kind::reduction && static_cast<lift::Fold>(arena_[body].bytes) == lift::Fold::sum;
      if (!is_sum) break;
      const lift::OpenReduction open = lift::open_reduction(arena_, body);
      terms_.push_back({open.variable, open.count, false});
      body = open.body;
    }
    factors_ = arena_[body].kind == Kind::product ? arena_[body].args : std::vector<Expr>{body};
  }

  Result<void> check_ranges() const {
    for (const SpaceIndex& term : terms_) {
      for (const Indices* others : {&terms_, &nest_.space}) {
        for (const SpaceIndex& other : *others) {
          if (arena_.contains(term.count, other.variable))
            return bad_input("a convolution's ranges of terms depend on no other index");
        }
      }
    }
    for (const Expr factor : factors_) {
      if (!parts_of_kind(arena_, {factor}, Kind::reduction).empty())
        return bad_input("convolutions have no form for reductions inside of terms");
    }
    return {};
  }

  struct Side {
    Expr value;
    std::vector<OperandGuard> guards;
  };

  bool depends(const Side& side, const SpaceIndex& index) const {
    return arena_.contains(side.value, index.variable) ||
           std::any_of(side.guards.begin(), side.guards.end(),
                       [&](const OperandGuard& guard) { return arena_.contains(guard.condition, index.variable); });
  }

  // Neighbouring columns should be neighbours in the result.
  bool choose_sides() {
    Indices candidates(nest_.space.rbegin(), nest_.space.rend());
    const Statement& first = nest_.statements.front();
    std::stable_partition(candidates.begin(), candidates.end(), [&](const SpaceIndex& index) {
      return motion(arena_, first.offset, index.variable, first.bytes) == Motion::unit;
    });
    return std::any_of(candidates.begin(), candidates.end(), [&](const SpaceIndex& column) { return divide(column); });
  }

  Side side_of(std::vector<Expr> factors) const {
    std::vector<OperandGuard> guards;
    for (Expr& factor : factors) {
      while (const auto inside = without_guard(factor, guards)) factor = *inside;
    }
    return {factors.size() == 1 ? factors[0] : lift::product(arena_, std::move(factors)), std::move(guards)};
  }

  bool divide(const SpaceIndex& column) {
    std::vector<Expr> left, right;
    for (const Expr factor : factors_) (arena_.contains(factor, column.variable) ? right : left).push_back(factor);
    if (left.empty() || right.empty()) return false;
    left_ = side_of(left), right_ = side_of(right);
    const Side of_left = left_, of_right = right_;  // without the guards of the whole term
    for (const OperandGuard& guard : guards_) {
      const auto belongs = [&](const Side& other_side, const Side& own_side) {
        return std::none_of(nest_.space.begin(), nest_.space.end(), [&](const SpaceIndex& index) {
          return arena_.contains(guard.condition, index.variable) && depends(other_side, index) &&
                 !depends(own_side, index);
        });
      };
      if (!belongs(of_left, of_right) && !belongs(of_right, of_left)) return false;
      (belongs(of_left, of_right) ? right_ : left_).guards.push_back(guard);
    }
    rows_.clear(), columns_.clear(), plan_.batch.clear();
    for (const SpaceIndex& index : nest_.space) {
      const bool of_rows = depends(left_, index), of_columns = depends(right_, index);
      if (!of_rows && !of_columns) return false;
      (of_rows && of_columns ? plan_.batch : of_rows ? rows_ : columns_).push_back(index);
    }
    return !rows_.empty() && !columns_.empty();
  }

  // In the statements a variable stands for the sum, whose indices are none of theirs.
  void name_total() {
    plan_.total = arena_.fresh_variable();
    plan_.statements = nest_.statements;
    for (Statement& statement : plan_.statements)
      statement.value = lift::substitute(arena_, statement.value, {{reduction().node, plan_.total}});
    for (Indices* own : {&rows_, &columns_}) keep_joined(*own);
  }

  bool are_results_joined(const Indices& list) const {
    if (list.size() < 2) return true;
    const Expr whole = arena_.fresh_variable();
    return std::all_of(plan_.statements.begin(), plan_.statements.end(), [&](const Statement& each) {
      return joined(arena_, each.offset, list, whole) && joined(arena_, each.value, list, whole);
    });
  }

  // Indices along which results do not lie one after another count batches, unless tiles would stay half empty.
  void keep_joined(Indices& own) {
    Indices inner = own;
    while (!are_results_joined(inner)) inner.erase(inner.begin());
    int64_t size = 1;
    for (const SpaceIndex& index : inner) size *= std::max<int64_t>(1, subject_.size(index.count).value_or(k_tile));
    const double waste = static_cast<double>((size + k_tile - 1) / k_tile * k_tile) / static_cast<double>(size);
    if (waste > k_most_waste) return;
    plan_.batch.insert(plan_.batch.end(), own.begin(), own.end() - static_cast<ptrdiff_t>(inner.size()));
    own = inner;
  }

  // The order of the terms is one in which an operand lies along all of them, if there is any.
  void join_terms() {
    plan_.count = lift::integer(arena_, 1);
    for (const SpaceIndex& term : terms_) plan_.count = lift::multiply(arena_, plan_.count, term.count);
    plan_.term = terms_.size() == 1 ? terms_[0].variable : arena_.fresh_variable();
    if (terms_.size() == 1) return;
    std::vector<size_t> order(terms_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    plan_.term_parts = terms_;
    do {
      Indices parts;
      for (const size_t i : order) parts.push_back(terms_[i]);
      const auto lies_along = [&](const Side& side) {
        return side.guards.empty() && joined(arena_, side.value, parts, plan_.term);
      };
      if (!lies_along(left_) && !lies_along(right_)) continue;
      plan_.term_parts = parts;
      return;
    } while (std::next_permutation(order.begin(), order.end()));
  }

  static Expr join_where_possible(lift::Arena& arena, Expr e, const Indices& parts, Expr whole) {
    return parts.size() < 2 ? e : joined(arena, e, parts, whole).value_or(e);
  }

  void finish(ContractionOperand& operand, const Indices& own, Side& side) {
    SpaceIndex whole = own[0];
    if (own.size() > 1) {
      whole = {arena_.fresh_variable(), lift::integer(arena_, 1), false};
      for (const SpaceIndex& index : own) whole.count = lift::multiply(arena_, whole.count, index.count);
    }
    Expr value = join_where_possible(arena_, side.value, plan_.term_parts, plan_.term);
    value = join_where_possible(arena_, value, own, whole.variable);
    operand = operand_of(subject_, whole, value, plan_.term);
    if (own.size() > 1) operand.parts = own;
    const auto has_part = [&](const Indices& parts) {
      return std::any_of(parts.begin(), parts.end(),
                         [&](const SpaceIndex& part) { return arena_.contains(value, part.variable); });
    };
    operand.guards = side.guards;
    operand.is_gathered = !side.guards.empty() || has_part(operand.parts) || has_part(plan_.term_parts);
    if (operand.is_gathered) operand.along_terms = false;
  }

  void join_results() {
    for (Statement& statement : plan_.statements) {
      for (const ContractionOperand* each : {&plan_.left, &plan_.right}) {
        statement.value = join_where_possible(arena_, statement.value, each->parts, each->own.variable);
        statement.offset = join_where_possible(arena_, statement.offset, each->parts, each->own.variable);
      }
    }
    plan_.is_real = true;
    plan_.is_narrow = !subject_.is_double();
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  ReductionPlan reductions_;
  ContractionPlan plan_;
  Indices terms_, rows_, columns_;
  std::vector<OperandGuard> guards_;  // of whole terms
  std::vector<Expr> factors_;
  Side left_, right_;
};

}  // namespace

Result<ContractionPlan> plan_convolution(const Subject& subject, const Nest& nest) {
  Nest whole = nest;
  whole.has_map = false;
  TRY(reductions, plan_reductions(subject, whole));
  return ConvolutionPlanner(subject, nest, std::move(reductions)).plan();
}

Result<ContractionPlan> plan_gathered_contraction(const Subject& subject, const Nest& nest) {
  auto plan = plan_contraction(subject, nest);
  if (plan) return plan;
  auto gathered = plan_convolution(subject, nest);
  return gathered ? std::move(gathered) : std::move(plan);
}

}  // namespace whet::write
