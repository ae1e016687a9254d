#include "lift/expression/reduction.h"

#include <algorithm>
#include <cmath>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/roll.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

Expr bound_variable(Arena& arena, uint32_t number) {
  return arena.intern({.kind = Kind::bound, .value = number});
}

// Whether the variable counts down in every load that it steers.
bool counts_down(Arena& arena, const OpenReduction& open) {
  bool any = false;
  for (const Expr part : arena.all_parts(open.body)) {
    if (arena[part].kind != Kind::load || !arena.contains(part, open.variable)) continue;
    const auto linear = linear_in(arena, arena[part].args[1], open.variable);
    if (!linear) return false;
    const auto terms = terms_of(arena, linear->coefficient);
    if (std::any_of(terms.begin(), terms.end(), [](const Term& term) { return term.coefficient > 0; })) return false;
    any |= !terms.empty();
  }
  return any;
}

void turn_round(Arena& arena, OpenReduction& open) {
  const Expr last = subtract(arena, open.count, integer(arena, 1));
  open.body = substitute(arena, open.body, {{open.variable, subtract(arena, last, open.variable)}});
}

// The outer range in parts of `inner.count`: k*count + j becomes one variable.
bool join_parts(Arena& arena, OpenReduction& outer, const OpenReduction& inner) {
  if (arena.contains(inner.count, outer.variable)) return false;
  const Expr whole = arena.fresh_variable();
  const Expr part = subtract(arena, whole, multiply(arena, outer.variable, inner.count));
  const Expr body = substitute(arena, inner.body, {{inner.variable, part}});
  if (arena.contains(body, outer.variable)) return false;
  outer = {outer.how, whole, multiply(arena, outer.count, inner.count), body};
  return true;
}

Kind kind_of(Fold how) {
  switch (how) {
    case Fold::sum:
      return Kind::sum;
    case Fold::product:
      return Kind::product;
    case Fold::maximum:
      return Kind::maximum;
    default:
      return Kind::minimum;
  }
}

// The terms of the body, when they are several of the same kind.
std::vector<Expr> terms_of_body(const Arena& arena, const OpenReduction& open) {
  if (arena[open.body].kind == kind_of(open.how)) return arena[open.body].args;
  return {};
}

void simplify(Arena& arena, OpenReduction& open) {
  for (int round = 0; round < 8; ++round) {
    if (const auto rolled = roll(arena, terms_of_body(arena, open))) {
      if (join_parts(arena, open, {open.how, rolled->variable, integer(arena, rolled->count), rolled->body})) continue;
    }
    if (arena[open.body].kind != Kind::reduction) return;
    const OpenReduction inner = open_reduction(arena, open.body);
    if (inner.how != open.how || !join_parts(arena, open, inner)) return;
  }
}

}  // namespace

OpenReduction open_reduction(Arena& arena, Expr reduction) {
  const Node node = arena[reduction];
  const Expr variable = arena.fresh_variable();
  const Expr bound = bound_variable(arena, static_cast<uint32_t>(node.value));
  return {static_cast<Fold>(node.bytes), variable, node.args[0], substitute(arena, node.args[1], {{bound, variable}})};
}

Expr close_reduction(Arena& arena, OpenReduction open) {
  if (!arena.exhausted().empty()) return open.body;
  simplify(arena, open);
  if (counts_down(arena, open)) turn_round(arena, open);
  const auto count = constant(arena, open.count);
  if (count && *count <= 0) return identity(arena, open.how, is_integer(arena, open.body));
  if (count == 1) return substitute(arena, open.body, {{open.variable, integer(arena, 0)}});
  const uint32_t number = arena.reductions(open.body);
  const Expr bound = bound_variable(arena, number);
  const Expr body = substitute(arena, open.body, {{open.variable, bound}});
  return arena.intern(
      {.kind = Kind::reduction, .bytes = static_cast<uint8_t>(open.how), .value = number, .args = {open.count, body}});
}

Expr identity(Arena& arena, Fold how, bool of_integers) {
  if (how == Fold::maximum) return real(arena, -INFINITY);
  if (how == Fold::minimum) return real(arena, INFINITY);
  const int value = how == Fold::product ? 1 : 0;
  return of_integers ? integer(arena, value) : real(arena, value);
}

std::optional<Expr> join_ranges(Arena& arena, Expr a, Expr b) {
  if (arena[a].kind != Kind::reduction || arena[b].kind != Kind::reduction) return {};
  const OpenReduction first = open_reduction(arena, a), second = open_reduction(arena, b);
  if (first.how != second.how) return {};
  if (!presumed_nonneg(arena, second.count) && !is_rest_of_division(arena, second.count)) return {};
  const Expr shifted = add(arena, second.variable, first.count);
  if (substitute(arena, first.body, {{first.variable, shifted}}) != second.body) return {};
  return close_reduction(arena, {first.how, first.variable, add(arena, first.count, second.count), first.body});
}

Expr trip_count(Arena& arena, Expr from, Expr to, Expr step) {
  const Expr length = subtract(arena, to, from);
  if (const auto exact = divide_exactly(arena, length, step)) return *exact;
  return quotient(arena, add(arena, length, subtract(arena, step, integer(arena, 1))), step);
}

}  // namespace whet::lift
