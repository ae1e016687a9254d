#include "lift/expression/reduction.h"

#include <algorithm>
#include <cmath>

#include "lift/expression/condition.h"
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

// The same with the roles of both ranges exchanged.
bool join_exchanged(Arena& arena, OpenReduction& outer, const OpenReduction& inner) {
  if (arena.contains(inner.count, outer.variable)) return false;
  OpenReduction other{outer.how, inner.variable, inner.count, {}};
  if (!join_parts(arena, other, {outer.how, outer.variable, outer.count, inner.body})) return false;
  outer = other;
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

// Parts that interleave: thread j of n takes the elements j, j + n, j + 2*n, ... below a bound.
//   sum(j < n: sum(p < (m - j + n - 1)/n: x[j + n*p]))  ->  sum(k < m: x[k])
bool join_strided(Arena& arena, OpenReduction& outer, const OpenReduction& inner) {
  const Node count = arena[inner.count];
  if (count.kind != Kind::quotient || count.args[1] != outer.count) return false;
  const auto linear = linear_in(arena, count.args[0], outer.variable);
  if (!linear || linear->coefficient != integer(arena, -1)) return false;
  const Expr bound = add(arena, subtract(arena, linear->rest, outer.count), integer(arena, 1));
  const Expr whole = arena.fresh_variable();
  const Expr first = subtract(arena, whole, multiply(arena, outer.count, inner.variable));
  const Expr body = substitute(arena, inner.body, {{outer.variable, first}});
  if (arena.contains(body, inner.variable)) return false;
  outer = {outer.how, whole, bound, body};
  return true;
}

bool is_identity(const Arena& arena, Fold how, Expr e) {
  const auto number = constant(arena, e);
  if (!number && arena[e].kind != Kind::real) return false;
  const double value = number ? static_cast<double>(*number) : real_value(arena, e);
  if (how == Fold::maximum) return value < -1e29;
  if (how == Fold::minimum) return value > 1e29;
  return value == (how == Fold::product ? 1 : 0);
}

bool is_launched(const Arena& arena, Expr e) {
  return arena[e].kind == Kind::special && arena[e].value >= static_cast<int64_t>(Special::nctaid_x);
}

// Whether a range with this count goes at least up to the bound: tiles that cover it, all threads of a launch, all
// lanes for the warps of a block.
bool covers(Arena& arena, Expr count, Expr bound) {
  const Expr beyond = subtract(arena, count, bound);
  if (presumed_nonneg(arena, beyond)) return true;
  for (const Expr part : arena.all_parts(count)) {
    if (is_launched(arena, part)) return true;
    const Node node = arena[part];
    const bool is_tile = node.kind == Kind::quotient &&
                         (arena[node.args[1]].kind == Kind::special || constant(arena, node.args[1]).value_or(0) >= 1);
    if (!is_tile) continue;
    // tile*((bound + tile - 1)/tile), or one tile more than whole ones.
    const Expr tiles = subtract(arena, beyond, multiply(arena, part, node.args[1]));
    const Expr largest_rest = subtract(arena, node.args[1], integer(arena, 1));
    const Expr least = add(arena, subtract(arena, node.args[0], largest_rest), tiles);
    if (presumed_nonneg(arena, least)) return true;
  }
  const Node warps = arena[bound];
  const bool of_block = warps.kind == Kind::quotient && arena[warps.args[0]].kind == Kind::special &&
                        constant(arena, warps.args[1]) == 32;
  return of_block && constant(arena, count).value_or(0) >= 32;
}

// (c ? a : 0)*(c ? b : 0) is c ? a*b : 0, of integers as well (real.cpp).
Expr masked_term(Arena& arena, Expr e) {
  const std::vector<Term> terms = terms_of(arena, e);
  if (arena[e].kind != Kind::polynomial || terms.size() != 1) return e;
  std::vector<Expr> conditions;
  Expr product = integer(arena, terms[0].coefficient);
  for (const Expr atom : terms[0].atoms) {
    const Node node = arena[atom];
    const bool is_masked = node.kind == Kind::select && constant(arena, node.args[2]) == 0;
    if (is_masked) conditions.push_back(node.args[0]);
    product = multiply(arena, product, is_masked ? node.args[1] : atom);
  }
  return conditions.empty() ? e : select(arena, both(arena, conditions), product, integer(arena, 0));
}

// The variable is in its range.
void drop_range_conditions(Arena& arena, OpenReduction& open) {
  const auto parts = arena.all_parts(open.body);
  const auto is_choice = [&](Expr part) { return arena[part].kind == Kind::select; };
  if (std::none_of(parts.begin(), parts.end(), is_choice)) return;
  const Expr is_in_range = less(arena, open.variable, open.count);
  if (!arena.contains(open.body, is_in_range)) return;
  open.body = substitute(arena, open.body, {{is_in_range, arena.truth(true)}});
}

// A body that is nothing from a bound on ends there: sum(k < 16*((n + 15)/16): k < n ? x[k] : 0).
bool clamp(Arena& arena, OpenReduction& open) {
  const Node node = arena[open.how == Fold::sum ? masked_term(arena, open.body) : open.body];
  if (node.kind != Kind::select) return false;
  const bool first = is_identity(arena, open.how, node.args[1]);
  if (!first && !is_identity(arena, open.how, node.args[2])) return false;
  std::vector<Expr> conditions = members(arena, first ? negate(arena, node.args[0]) : node.args[0]);
  for (size_t i = 0; i < conditions.size(); ++i) {
    if (arena[conditions[i]].kind != Kind::nonneg) continue;
    const auto linear = linear_in(arena, arena[conditions[i]].args[0], open.variable);
    if (!linear || linear->coefficient != integer(arena, -1)) continue;
    const Expr bound = add(arena, linear->rest, integer(arena, 1));
    if (!covers(arena, open.count, bound)) continue;
    conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(i));
    const Expr nothing = node.args[first ? 1 : 2], something = node.args[first ? 2 : 1];
    open.body = select(arena, both(arena, conditions), something, nothing);
    open.count = bound;
    drop_range_conditions(arena, open);
    return true;
  }
  return false;
}

// Warps are full: 32*(blockDim.x/32) is blockDim.x.
Expr whole_warps(Arena& arena, Expr count) {
  for (const Term& term : terms_of(arena, count)) {
    for (const Expr atom : term.atoms) {
      const Node node = arena[atom];
      if (node.kind != Kind::quotient || arena[node.args[0]].kind != Kind::special) continue;
      const auto divided = constant(arena, node.args[1]);
      if (!divided || *divided != 32 || term.coefficient % *divided != 0) continue;
      const Expr old = polynomial(arena, {term});
      const Expr rest = *divide_exactly(arena, old, scale(arena, atom, *divided));
      return add(arena, subtract(arena, count, old), multiply(arena, rest, node.args[0]));
    }
  }
  return count;
}

// The same value in every pass.
std::optional<Expr> repeated(Arena& arena, const OpenReduction& open) {
  if (arena.contains(open.body, open.variable)) return {};
  if (open.how == Fold::maximum || open.how == Fold::minimum) return open.body;
  if (open.how == Fold::product) return {};
  if (is_integer(arena, open.body)) return multiply(arena, open.count, open.body);
  if (!is_real(arena, open.body)) return {};
  const auto number = constant(arena, open.count);
  const Expr factor = number ? real(arena, static_cast<double>(*number)) : arena.call("real", {open.count});
  return product(arena, {factor, open.body});
}

// Factors of a sum of reductions that are the same in every pass: sum(l < m: c * sum(k < n: x[k])) has c in front, so
// that both sums can become one.
std::vector<Expr> take_fixed_factors(Arena& arena, OpenReduction& open) {
  const Node& node = arena[open.body];
  if (open.how != Fold::sum || node.kind != Kind::product) return {};
  std::vector<Expr> fixed, varying;
  for (const Expr e : node.args) (arena.contains(e, open.variable) ? varying : fixed).push_back(e);
  if (varying.size() != 1 || arena[varying[0]].kind != Kind::reduction) return {};
  open.body = varying[0];
  return fixed;
}

void simplify(Arena& arena, OpenReduction& open) {
  for (int round = 0; round < 8; ++round) {
    open.count = whole_warps(arena, open.count);
    if (clamp(arena, open)) continue;
    if (const auto rolled = roll(arena, terms_of_body(arena, open))) {
      const OpenReduction terms{open.how, rolled->variable, integer(arena, rolled->count), rolled->body};
      if (join_parts(arena, open, terms) || join_exchanged(arena, open, terms)) continue;
    }
    if (arena[open.body].kind != Kind::reduction) return;
    const OpenReduction inner = open_reduction(arena, open.body);
    if (inner.how != open.how) return;
    if (!join_strided(arena, open, inner) && !join_parts(arena, open, inner) && !join_exchanged(arena, open, inner))
      return;
  }
}

}  // namespace

namespace {

// a quotient or remainder where the variable only counts in the rest: (32*w + l)/32 is w.
Expr divided_part(Arena& arena, Expr part, Expr variable, int64_t count) {
  const Node node = arena[part];
  if (node.kind != Kind::quotient && node.kind != Kind::remainder) return part;
  const auto by = constant(arena, node.args[1]);
  if (!by || !arena.contains(node.args[0], variable)) return part;
  std::vector<Term> whole, rest;
  int64_t largest = 0;
  for (const Term& term : terms_of(arena, node.args[0])) {
    const bool divides = term.coefficient % *by == 0;
    const bool is_variable = term.atoms == std::vector<Expr>{variable};
    if (!divides && !is_variable && !term.atoms.empty()) return part;
    if (!divides && term.coefficient < 0) return part;
    if (!divides) largest += term.coefficient * (is_variable ? count - 1 : 1);
    (divides ? whole : rest).push_back(term);
  }
  const Expr high = polynomial(arena, whole), low = polynomial(arena, rest);
  if (largest >= *by || !presumed_nonneg(arena, high)) return part;
  return node.kind == Kind::remainder ? low : *divide_exactly(arena, high, node.args[1]);
}

}  // namespace

OpenReduction open_reduction(Arena& arena, Expr reduction) {
  const Node node = arena[reduction];
  const Expr variable = arena.fresh_variable();
  const Expr bound = bound_variable(arena, static_cast<uint32_t>(node.value));
  return {static_cast<Fold>(node.bytes), variable, node.args[0], substitute(arena, node.args[1], {{bound, variable}})};
}

Expr divide_below(Arena& arena, Expr e, Expr variable, int64_t count) {
  const auto parts = arena.all_parts(e);
  const bool divides = std::any_of(parts.begin(), parts.end(), [&](Expr part) {
    const Kind kind = arena[part].kind;
    return (kind == Kind::quotient || kind == Kind::remainder) && arena.contains(part, variable);
  });
  if (!divides) return e;
  return rewrite(arena, e, [&](Expr part) { return divided_part(arena, part, variable, count); });
}

namespace {

Expr bound_reduction(Arena& arena, const OpenReduction& open) {
  const uint32_t number = arena.reductions(open.body);
  const Expr bound = bound_variable(arena, number);
  const Expr body = substitute(arena, open.body, {{open.variable, bound}});
  return arena.intern(
      {.kind = Kind::reduction, .bytes = static_cast<uint8_t>(open.how), .value = number, .args = {open.count, body}});
}

}  // namespace

Expr close_reduction(Arena& arena, OpenReduction open) {
  if (!arena.exhausted().empty()) return open.body;
  if (const auto known = constant(arena, open.count)) {
    open.body = divide_below(arena, open.body, open.variable, *known);
  }
  drop_range_conditions(arena, open);
  if (open.how == Fold::squares) return bound_reduction(arena, open);
  if (std::vector<Expr> factors = take_fixed_factors(arena, open); !factors.empty()) {
    factors.push_back(close_reduction(arena, open));
    return product(arena, std::move(factors));
  }
  const bool arguments = gives_argument(open.how);  // their order counts
  if (!arguments) simplify(arena, open);
  if (!arguments && counts_down(arena, open)) turn_round(arena, open);
  const auto count = constant(arena, open.count);
  if (arguments && !arena.contains(open.body, open.variable)) return integer(arena, 0);
  if (count && *count <= 0) return identity(arena, open.how, is_integer(arena, open.body));
  if (!arguments) {
    if (const auto same = repeated(arena, open)) return *same;
  }
  if (count == 1 && arguments) return integer(arena, 0);
  if (count == 1) return substitute(arena, open.body, {{open.variable, integer(arena, 0)}});
  return bound_reduction(arena, open);
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
  if (first.how != second.how || gives_argument(first.how)) return {};
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
