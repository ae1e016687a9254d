// The integers and conditions of ValueEvaluator.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lift/evaluate/evaluation_order.h"
#include "lift/evaluate/value_evaluator.h"

namespace whet::lift {
namespace {

using Truth = ValueEvaluator::Truth;

Truth truth_of(bool value) {
  return value ? Truth::yes : Truth::no;
}

Truth opposite(Truth truth) {
  if (truth == Truth::close) return truth;
  return truth_of(truth == Truth::no);
}

}  // namespace

int64_t ValueEvaluator::checked(bool overflowed, int64_t value) {
  if (overflowed) fail("an integer does not fit 64 bits");
  return value;
}

int64_t ValueEvaluator::compute_integer(Expr e) {
  const Node& node = arena_[e];
  switch (node.kind) {
    case Kind::polynomial:
      return polynomial(node);
    case Kind::parameter: {
      const auto at = surroundings_.integers.find({static_cast<int>(node.value), node.bytes});
      if (at == surroundings_.integers.end()) fail("a parameter is read as an integer and is none");
      return at == surroundings_.integers.end() ? 0 : at->second;
    }
    case Kind::variable:
    case Kind::bound:
      return values_[static_cast<size_t>(dependence_.slot(e))];
    case Kind::special:
      if (node.value < static_cast<int64_t>(Special::ntid_x)) fail("a thread is left in the meaning");
      return surroundings_.launch[static_cast<size_t>(node.value)];
    case Kind::load: {
      LazyArray* const from = array(node.args[0]);
      const int64_t value = from != nullptr ? from->integer(integer(node.args[1])) : 0;
      if (from != nullptr && !from->failure().empty()) fail(from->failure());
      return value;
    }
    case Kind::quotient:
    case Kind::remainder: {
      const int64_t a = integer(node.args[0]), b = integer(node.args[1]);
      if (b == 0 || (a == INT64_MIN && b == -1)) return fail("an integer is divided by 0"), 0;
      return node.kind == Kind::quotient ? a / b : a % b;
    }
    case Kind::select: {
      const Truth truth = condition(node.args[0]);
      if (truth == Truth::close) fail("an integer depends on a comparison that is too close to be decided");
      return integer(node.args[truth == Truth::yes ? 1 : 2]);
    }
    case Kind::maximum:
    case Kind::minimum:
      return integer_extreme(node);
    case Kind::reduction:
      return integer_reduction(e, node);
    default:
      fail("an expression of this kind is not evaluated as an integer");
      return 0;
  }
}

int64_t ValueEvaluator::polynomial(const Node& node) {
  int64_t total = 0;
  for (const Term& term : node.terms) {
    int64_t product = term.coefficient;
    for (const Expr atom : term.atoms) checked(__builtin_mul_overflow(product, integer(atom), &product), 0);
    checked(__builtin_add_overflow(total, product, &total), 0);
  }
  return total;
}

int64_t ValueEvaluator::integer_extreme(const Node& node) {
  int64_t best = integer(node.args[0]);
  for (const Expr arg : node.args) {
    best = node.kind == Kind::maximum ? std::max(best, integer(arg)) : std::min(best, integer(arg));
  }
  return best;
}

int64_t ValueEvaluator::integer_reduction(Expr e, const Node& node) {
  const int64_t count = integer(node.args[0]);
  const int slot = dependence_.slot(e);
  const auto how = static_cast<Fold>(node.bytes);
  if (how > Fold::minimum) fail("a reduction of this kind is not evaluated");
  constexpr int64_t k_starts[] = {0, 1, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};
  int64_t result = k_starts[std::min<size_t>(node.bytes, 3)];
  const int64_t outer = values_[static_cast<size_t>(slot)];
  for (int64_t k = 0; k < count && failure_.empty(); ++k) {
    set_slot(slot, k);
    const int64_t body = integer(node.args[1]);
    if (how == Fold::sum) checked(__builtin_add_overflow(result, body, &result), 0);
    if (how == Fold::product) checked(__builtin_mul_overflow(result, body, &result), 0);
    if (how == Fold::maximum) result = std::max(result, body);
    if (how == Fold::minimum) result = std::min(result, body);
  }
  set_slot(slot, outer);
  return result;
}

const std::vector<Expr>& ValueEvaluator::in_order(Expr condition) {
  const auto [at, is_new] = ordered_.try_emplace(condition.id);
  if (is_new) at->second = conditions_in_order(arena_, arena_[condition].args);
  return at->second;
}

ValueEvaluator::Truth ValueEvaluator::condition(Expr e) {
  const Node& node = arena_[e];
  switch (node.kind) {
    case Kind::truth:
      return truth_of(node.value != 0);
    case Kind::nonneg:
      return truth_of(integer(node.args[0]) >= 0);
    case Kind::zero:
      return truth_of(integer(node.args[0]) == 0);
    case Kind::less:
    case Kind::equal: {
      const Estimate a = real(node.args[0]), b = real(node.args[1]);
      ++counts_.comparisons;
      const double error = a.error + b.error;
      if (error > 0 && !(std::abs(a.value - b.value) > error)) return Truth::close;
      return truth_of(node.kind == Kind::less ? a.value < b.value : a.value == b.value);
    }
    case Kind::negation:
      return opposite(condition(node.args[0]));
    case Kind::select: {
      const Truth truth = condition(node.args[0]);
      return truth == Truth::close ? truth : condition(node.args[truth == Truth::yes ? 1 : 2]);
    }
    case Kind::both:
    case Kind::either: {
      const Truth decides = truth_of(node.kind == Kind::either);
      Truth result = opposite(decides);
      for (const Expr part : in_order(e)) {
        const Truth truth = condition(part);
        if (truth == decides) return truth;
        if (truth == Truth::close) result = truth;
      }
      return result;
    }
    default:
      fail("a condition of this kind is not evaluated");
      return Truth::no;
  }
}

}  // namespace whet::lift
