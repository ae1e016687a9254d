#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "lift/loop/recurrence.h"

namespace whet::lift {
namespace {

constexpr int64_t k_few_passes = 16;  // they are evaluated one by one, which needs fewer operations

// s = factor*s + term.
struct LinearStep {
  Expr factor, term;
};

std::optional<LinearStep> step_in(Arena& arena, Expr e, Expr symbol);

// Zeros may be bits still; no other number is.
std::optional<LinearStep> constant_step(Arena& arena, Expr e) {
  const auto bits = constant(arena, e);
  if (is_condition(arena, e) || (bits && *bits != 0) || (!bits && is_integer(arena, e))) return {};
  return LinearStep{real(arena, 0), bits ? real(arena, 0) : e};
}

std::optional<LinearStep> step_in_sum(Arena& arena, const Node& node, Expr symbol) {
  std::vector<Expr> factors, terms;
  for (const Expr part : node.args) {
    const auto step = step_in(arena, part, symbol);
    if (!step) return {};
    factors.push_back(step->factor);
    terms.push_back(step->term);
  }
  return LinearStep{sum(arena, factors), sum(arena, terms)};
}

std::optional<LinearStep> step_in_product(Arena& arena, const Node& node, Expr symbol) {
  std::vector<Expr> rest = node.args;
  const auto holds = [&](Expr e) { return arena.contains(e, symbol); };
  if (std::count_if(rest.begin(), rest.end(), holds) != 1) return {};
  const auto at = std::find_if(rest.begin(), rest.end(), holds);
  const auto inner = step_in(arena, *at, symbol);
  if (!inner) return {};
  rest.erase(at);
  const Expr others = product(arena, rest);
  return LinearStep{product(arena, {others, inner->factor}), product(arena, {others, inner->term})};
}

std::optional<LinearStep> step_in(Arena& arena, Expr e, Expr symbol) {
  if (e == symbol) return LinearStep{real(arena, 1), real(arena, 0)};
  if (!arena.contains(e, symbol)) return constant_step(arena, e);
  const Node node = arena[e];
  if (node.kind == Kind::sum) return step_in_sum(arena, node, symbol);
  if (node.kind == Kind::product) return step_in_product(arena, node, symbol);
  if (node.kind != Kind::select || arena.contains(node.args[0], symbol)) return {};
  const auto a = step_in(arena, node.args[1], symbol), b = step_in(arena, node.args[2], symbol);
  if (!a || !b) return {};
  return LinearStep{select(arena, node.args[0], a->factor, b->factor), select(arena, node.args[0], a->term, b->term)};
}

// s(n) = s(0)*product(k < n: factor(k)) + sum(k < n: term(k)*product(l < n - 1 - k: factor(k + 1 + l)))
Expr after_passes(Arena& arena, const LinearStep& step, Expr initial, Expr variable, Expr count) {
  const auto at = [&](Expr e, Expr pass) { return substitute(arena, e, {{variable, pass}}); };
  const Expr k = arena.fresh_variable(), l = arena.fresh_variable(), next = add(arena, k, integer(arena, 1));
  const Expr later =
      close_reduction(arena, {Fold::product, l, subtract(arena, count, next), at(step.factor, add(arena, next, l))});
  const Expr total = close_reduction(arena, {Fold::sum, k, count, product(arena, {at(step.term, k), later})});
  const Expr start = constant(arena, initial) == 0 ? real(arena, 0) : initial;
  if (start == real(arena, 0)) return total;
  const Expr all = close_reduction(arena, {Fold::product, k, count, at(step.factor, k)});
  return sum(arena, {product(arena, {start, all}), total});
}

}  // namespace

std::optional<Recurrence> linear_recurrence(Arena& arena, const RecurrenceInput& in, size_t which) {
  const Carried& c = in.carried[which];
  const Expr update = substitute(arena, in.updates[which], in.loop.inside);
  if (constant(arena, c.initial).value_or(0) != 0 || !arena.contains(update, c.symbol)) return {};
  if (constant(arena, in.loop.count).value_or(k_few_passes + 1) <= k_few_passes) return {};
  const auto step = step_in(arena, update, c.symbol);
  if (!step || holds_symbol(arena, step->factor, in) || holds_symbol(arena, step->term, in)) return {};
  const bool begins_at_zero = constant(arena, c.initial) == 0 || c.initial == real(arena, 0);
  if (begins_at_zero && step->term == real(arena, 0)) return {};  // it reads what it makes nothing of
  const Expr pass = arena.fresh_variable();
  const Expr after = after_passes(arena, *step, c.initial, in.loop.variable, in.loop.count);
  const LinearStep named{substitute(arena, step->factor, {{in.loop.variable, pass}}),
                         substitute(arena, step->term, {{in.loop.variable, pass}})};
  return Recurrence{after, after_passes(arena, named, c.initial, pass, in.loop.variable)};
}

}  // namespace whet::lift
