// The integers and conditions of ValueEvaluator.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lift/evaluate/evaluation_order.h"
#include "lift/evaluate/value_evaluator.h"
#include "lift/expression/real.h"

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

void add_to(Whole& total, const Whole& term) {
  total.join(term);
  total.has_wrapped |= __builtin_add_overflow(total.value, term.value, &total.value);
}

void multiply_into(Whole& total, const Whole& factor) {
  total.join(factor);
  total.has_wrapped |= __builtin_mul_overflow(total.value, factor.value, &total.value);
}

}  // namespace

Whole ValueEvaluator::exact(Expr e) {
  const Whole found = whole(e);
  if (found.has_wrapped) fail("an integer does not fit 64 bits");
  return found;
}

Whole ValueEvaluator::compute_whole(Expr e) {
  const Node& node = arena_[e];
  switch (node.kind) {
    case Kind::polynomial:
      return polynomial(node);
    case Kind::parameter: {
      const auto at = surroundings_.integers.find({static_cast<int>(node.value), node.bytes});
      if (at == surroundings_.integers.end()) fail("a parameter is read as an integer and is none");
      return {at == surroundings_.integers.end() ? 0 : at->second};
    }
    case Kind::variable:
    case Kind::bound:
      return {values_[static_cast<size_t>(dependence_.slot(e))]};
    case Kind::special:
      if (node.value < static_cast<int64_t>(Special::ntid_x)) fail("a thread is left in the meaning");
      return {surroundings_.launch[static_cast<size_t>(node.value)]};
    case Kind::load:
      return whole_load(node);
    case Kind::quotient:
    case Kind::remainder:
      return whole_division(node);
    case Kind::select:
      return whole_select(e, node);
    case Kind::maximum:
    case Kind::minimum:
      return whole_extreme(node);
    case Kind::reduction:
      return gives_argument(static_cast<Fold>(node.bytes)) ? argument(e, node) : whole_reduction(e, node);
    case Kind::call:
      return whole_call(e, node);
    default:
      fail("an expression of this kind is not evaluated as an integer");
      return {};
  }
}

Whole ValueEvaluator::polynomial(const Node& node) {
  Whole total;
  for (const Term& term : node.terms) {
    Whole product{term.coefficient};
    for (const Expr atom : term.atoms) multiply_into(product, whole(atom));
    add_to(total, product);
  }
  return total;
}

Whole ValueEvaluator::whole_load(const Node& node) {
  LazyArray* const from = array(node.args[0]);
  const Whole offset = exact(node.args[1]);
  if (from != nullptr && offset.is_unsure) from->touch(offset.value);
  if (from == nullptr || offset.is_unsure) return offset.with(0);
  const int64_t value = from->integer(offset.value);
  if (!from->failure().empty()) fail(from->failure());
  return {value};
}

Whole ValueEvaluator::whole_division(const Node& node) {
  Whole result = exact(node.args[0]);
  const Whole by = exact(node.args[1]);
  result.join(by);
  if (result.is_unsure) return result.with(0);
  const int64_t a = result.value, b = by.value;
  if (b == 0 || (a == INT64_MIN && b == -1)) return fail("an integer is divided by 0"), Whole{};
  return {node.kind == Kind::quotient ? a / b : a % b};
}

Whole ValueEvaluator::whole_select(Expr e, const Node& node) {
  const Truth truth = condition(node.args[0]);
  if (truth != Truth::close) {
    touch_other(e, truth == Truth::yes ? 2 : 1);
    return whole(node.args[truth == Truth::yes ? 1 : 2]);
  }
  Whole one = whole(node.args[1]);
  const Whole other = whole(node.args[2]);
  one.join(other);
  one.is_unsure |= one.value != other.value;
  return one;
}

Whole ValueEvaluator::whole_extreme(const Node& node) {
  Whole best = exact(node.args[0]);
  for (const Expr arg : node.args) {
    const Whole other = exact(arg);
    best.join(other);
    best.value = node.kind == Kind::maximum ? std::max(best.value, other.value) : std::min(best.value, other.value);
  }
  return best;
}

Whole ValueEvaluator::whole_reduction(Expr e, const Node& node) {
  const Whole count = exact(node.args[0]);
  const int slot = dependence_.slot(e);
  const auto how = static_cast<Fold>(node.bytes);
  constexpr int64_t k_starts[] = {0, 1, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};
  Whole result{k_starts[std::min<size_t>(node.bytes, 3)], count.is_unsure};
  if (count.is_unsure) return result;
  note_range(e, count.value);
  const int64_t outer = values_[static_cast<size_t>(slot)];
  for (int64_t k = 0; k < count.value && failure_.empty(); ++k) {
    set_slot(slot, k);
    const bool is_ring = how == Fold::sum || how == Fold::product;
    const Whole body = is_ring ? whole(node.args[1]) : exact(node.args[1]);
    if (how == Fold::sum) add_to(result, body);
    if (how == Fold::product) multiply_into(result, body);
    if (is_ring) continue;
    result.join(body);
    result.value = how == Fold::maximum ? std::max(result.value, body.value) : std::min(result.value, body.value);
  }
  set_slot(slot, outer);
  return result;
}

// A load or a parameter is what its declaration says.
bool ValueEvaluator::holds_integers(Expr e) const {
  if (is_integer(arena_, e) || is_real(arena_, e)) return is_integer(arena_, e);
  const Node& node = arena_[e];
  if (node.kind == Kind::load) {
    const auto at = surroundings_.arrays.find(static_cast<int>(arena_[node.args[0]].value));
    return at != surroundings_.arrays.end() && at->second.is_integral();
  }
  if (node.kind == Kind::parameter) return surroundings_.integers.contains({static_cast<int>(node.value), node.bytes});
  const size_t first = node.kind == Kind::select ? 1 : 0;
  return node.args.size() > first && holds_integers(node.args[first]);
}

// The first pass with the greatest or smallest body. No pass at all, or two that rounding may exchange, leave it open.
Whole ValueEvaluator::argument(Expr e, const Node& node) {
  const Whole count = exact(node.args[0]);
  const int slot = dependence_.slot(e);
  const double sign = static_cast<Fold>(node.bytes) == Fold::argmaximum ? 1 : -1;
  const bool of_integers = holds_integers(node.args[1]);
  Whole result{0, count.is_unsure || count.value <= 0};
  if (count.is_unsure) return result;
  note_range(e, count.value);
  Estimate best{-INFINITY, 0};
  const int64_t outer = values_[static_cast<size_t>(slot)];
  for (int64_t k = 0; k < count.value && failure_.empty(); ++k) {
    set_slot(slot, k);
    Estimate body;
    if (of_integers) {
      const Whole number = exact(node.args[1]);
      result.is_unsure |= number.is_unsure || std::abs(number.value) > int64_t{1} << 53;
      body = {sign * static_cast<double>(number.value), 0};
    } else {
      body = real(node.args[1]);
      body.value *= sign;
      ++counts_.comparisons;
    }
    const double error = best.error + body.error;
    if (error > 0 && !(std::abs(body.value - best.value) > error)) result.is_unsure = true;
    if (body.value > best.value) best = body, result.value = k;
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
    case Kind::zero: {
      const Whole number = exact(node.args[0]);
      if (number.is_unsure) return Truth::close;
      return truth_of(node.kind == Kind::zero ? number.value == 0 : number.value >= 0);
    }
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
