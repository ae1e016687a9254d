#include "lift/loop/recurrence.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"

namespace whet::lift {

bool holds_symbol(const Arena& arena, Expr e, const RecurrenceInput& in) {
  return std::any_of(in.carried.begin(), in.carried.end(),
                     [&](const Carried& c) { return arena.contains(e, c.symbol); });
}

bool is_no_start(const Arena& arena, Expr e, bool greatest) {
  if (const auto number = constant(arena, e)) return greatest ? *number <= INT32_MIN : *number >= INT32_MAX;
  if (arena[e].kind != Kind::real) return false;
  return greatest ? real_value(arena, e) < -1e29 : real_value(arena, e) > 1e29;
}

namespace {

bool is_number(const Arena& arena, Expr e, double wanted) {
  if (const auto bits = constant(arena, e)) return *bits == wanted;
  return arena[e].kind == Kind::real && real_value(arena, e) == wanted;
}

std::vector<Expr> factors_of(const Arena& arena, Expr e) {
  return arena[e].kind == Kind::product ? arena[e].args : std::vector<Expr>{e};
}

Expr negative(Arena& arena, Expr e) {
  return product(arena, {real(arena, -1), e});
}

// x of a factor (x - symbol).
std::optional<Expr> distance_to(Arena& arena, Expr factor, Expr symbol) {
  if (arena[factor].kind != Kind::sum) return {};
  std::vector<Expr> rest = arena[factor].args;
  if (std::erase(rest, negative(arena, symbol)) != 1) return {};
  return sum(arena, rest);
}

Expr as_count(Arena& arena, Expr count) {
  const auto number = constant(arena, count);
  return number ? real(arena, static_cast<double>(*number)) : arena.call("real", {count});
}

// x where the update is symbol + (x - symbol)/(pass + 1).
std::optional<Expr> averaged(Arena& arena, const RecurrenceInput& in, size_t which) {
  const Carried& c = in.carried[which];
  if (!is_number(arena, c.initial, 0) || arena[in.updates[which]].kind != Kind::sum) return {};
  std::vector<Expr> rest = arena[in.updates[which]].args;
  if (std::erase(rest, c.symbol) != 1) return {};
  const Expr one = integer(arena, 1), step = sum(arena, rest);
  const Expr passes = arena.call("real", {add(arena, in.loop.variable, one)});
  const Expr counted = sum(arena, {arena.call("real", {in.loop.variable}), real(arena, 1)});
  for (const Expr number : {passes, counted}) {
    std::vector<Expr> factors = factors_of(arena, step);
    if (std::erase(factors, inverse(arena, number)) != 1 || factors.size() != 1) continue;
    const auto x = distance_to(arena, factors[0], c.symbol);
    if (x && !holds_symbol(arena, *x, in)) return x;
  }
  return {};
}

}  // namespace

std::optional<Recurrence> rescaled_sum(Arena& arena, const RecurrenceInput& in, size_t which) {
  const Carried& c = in.carried[which];
  if (arena[in.updates[which]].kind != Kind::sum) return {};
  for (size_t m = 0; m < in.carried.size(); ++m) {
    const Expr symbol = in.carried[m].symbol, greatest = in.updates[m];
    const auto last = in.loop.after.find(symbol);
    if (m == which || last == in.loop.after.end() || arena[greatest].kind != Kind::maximum) continue;
    const Expr scaled = product(arena, {c.symbol, arena.call("exp", {difference(arena, symbol, greatest)})});
    std::vector<Expr> rest = arena[in.updates[which]].args;
    if (std::erase(rest, scaled) != 1) continue;
    const Expr body = substitute(arena, sum(arena, rest), {{greatest, last->second}});
    if (holds_symbol(arena, body, in)) continue;
    const Expr total = close_reduction(arena, {Fold::sum, in.loop.variable, in.loop.count, body});
    if (is_number(arena, c.initial, 0)) return Recurrence{total};
    const Expr start = arena.call("exp", {difference(arena, in.carried[m].initial, last->second)});
    return Recurrence{sum(arena, {product(arena, {c.initial, start}), total})};
  }
  return {};
}

std::optional<Recurrence> running_mean(Arena& arena, const RecurrenceInput& in, size_t which) {
  const auto x = averaged(arena, in, which);
  if (!x) return {};
  const auto mean = [&](Expr count) {
    const Expr total = close_reduction(arena, {Fold::sum, in.loop.variable, count, *x});
    return product(arena, {total, inverse(arena, as_count(arena, count))});
  };
  return Recurrence{mean(in.loop.count)};
}

std::optional<Recurrence> running_squares(Arena& arena, const RecurrenceInput& in, size_t which) {
  const Carried& c = in.carried[which];
  if (arena[in.updates[which]].kind != Kind::sum) return {};
  std::vector<Expr> rest = arena[in.updates[which]].args;
  if (std::erase(rest, c.symbol) != 1) return {};
  for (size_t m = 0; m < in.carried.size(); ++m) {
    const auto x = m == which ? std::nullopt : averaged(arena, in, m);
    const auto mean = in.loop.after.find(in.carried[m].symbol);
    if (!x || mean == in.loop.after.end()) continue;
    const Expr before = difference(arena, *x, in.carried[m].symbol), later = difference(arena, *x, in.updates[m]);
    if (sum(arena, rest) != product(arena, {before, later})) continue;
    const Expr distance = difference(arena, *x, mean->second);
    const Expr body = product(arena, {distance, distance});
    const Expr total = close_reduction(arena, {Fold::sum, in.loop.variable, in.loop.count, body});
    return Recurrence{is_number(arena, c.initial, 0) ? total : sum(arena, {c.initial, total})};
  }
  return {};
}

}  // namespace whet::lift
