#include "lift/expression/condition.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

int64_t floor_quotient(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

// The greatest number that divides every coefficient but the constant one; 0: there is none but that.
int64_t content(const std::vector<Term>& terms) {
  int64_t divisor = 0;
  for (const Term& term : terms) {
    if (!term.atoms.empty()) divisor = std::gcd(divisor, term.coefficient);
  }
  return divisor;
}

bool is_connective(Kind kind) {
  return kind == Kind::both || kind == Kind::either;
}

// Sorted, flat, without repetitions and units; a condition next to its negation makes all of it `zero_element`.
std::vector<Expr> connected(Arena& arena, Kind kind, const std::vector<Expr>& conditions, bool& decided) {
  const Expr unit = arena.truth(kind == Kind::both), zero_element = arena.truth(kind != Kind::both);
  std::vector<Expr> flat;
  for (const Expr e : conditions) {
    const std::vector<Expr> parts = arena[e].kind == kind ? arena[e].args : std::vector<Expr>{e};
    for (const Expr part : parts) {
      if (part == zero_element) decided = true;
      if (part != unit && std::find(flat.begin(), flat.end(), part) == flat.end()) flat.push_back(part);
    }
  }
  const std::vector<Expr> seen = flat;
  for (const Expr part : seen) {
    if (std::find(seen.begin(), seen.end(), negate(arena, part)) != seen.end()) decided = true;
  }
  std::sort(flat.begin(), flat.end(), [&](Expr a, Expr b) { return arena.before(a, b); });
  return flat;
}

// p or (not p and q) is p or q; p or (p and q) is p; and the same with both words exchanged.
bool absorb(Arena& arena, Kind outer, Kind inner, std::vector<Expr>& list) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (arena[list[i]].kind != inner) continue;
    std::vector<Expr> parts = arena[list[i]].args;
    const size_t before = parts.size();
    bool covered = false;
    for (size_t j = 0; j < list.size(); ++j) {
      if (j == i) continue;
      covered |= std::find(parts.begin(), parts.end(), list[j]) != parts.end();
      std::erase(parts, negate(arena, list[j]));
    }
    if (covered) return list.erase(list.begin() + static_cast<std::ptrdiff_t>(i)), true;
    if (parts.size() == before) continue;
    list[i] = outer == Kind::either ? both(arena, parts) : either(arena, parts);
    return true;
  }
  return false;
}

// (p and q) or (p and r) is p and (q or r); nothing when they have nothing in common.
std::optional<Expr> factored(Arena& arena, const std::vector<Expr>& alternatives) {
  std::vector<Expr> common = members(arena, alternatives[0]);
  for (const Expr e : alternatives) {
    const std::vector<Expr> parts = members(arena, e);
    std::erase_if(common, [&](Expr part) { return std::find(parts.begin(), parts.end(), part) == parts.end(); });
  }
  if (common.empty()) return {};
  std::vector<Expr> rests;
  for (const Expr e : alternatives) {
    std::vector<Expr> parts = members(arena, e);
    std::erase_if(parts, [&](Expr part) { return std::find(common.begin(), common.end(), part) != common.end(); });
    rests.push_back(both(arena, parts));
  }
  common.push_back(either(arena, rests));
  return both(arena, common);
}

// Whether both are the same number: a stored constant may still be bits.
bool same_number(const Arena& arena, Expr a, Expr b) {
  if (a == b) return true;
  const auto bits = constant(arena, a);
  return bits && arena[b].kind == Kind::real &&
         std::bit_cast<float>(static_cast<uint32_t>(*bits)) == real_value(arena, b);
}

// c ? s + f : s is s + (c ? f : 0).
std::optional<Expr> common_terms(Arena& arena, Expr condition, Expr a, Expr b) {
  const bool first = arena[a].kind == Kind::sum;
  if (!first && arena[b].kind != Kind::sum) return {};
  std::vector<Expr> longer = arena[first ? a : b].args;
  const Expr other = first ? b : a;
  const std::vector<Expr> shorter = arena[other].kind == Kind::sum ? arena[other].args : std::vector<Expr>{other};
  if (shorter.size() >= longer.size()) {
    return first && arena[b].kind == Kind::sum && arena[b].args.size() > longer.size()
               ? common_terms(arena, negate(arena, condition), b, a)
               : std::nullopt;
  }
  for (const Expr e : shorter) {
    const auto at = std::find(longer.begin(), longer.end(), e);
    if (at == longer.end()) return {};
    longer.erase(at);
  }
  const Expr nothing = real(arena, 0), rest = sum(arena, longer);
  std::vector<Expr> terms = shorter;
  terms.push_back(first ? select(arena, condition, rest, nothing) : select(arena, condition, nothing, rest));
  return sum(arena, terms);
}

Expr connect(Arena& arena, Kind kind, std::vector<Expr> conditions) {
  const Kind other = kind == Kind::both ? Kind::either : Kind::both;
  bool decided = false, again = true;
  while (again) {
    conditions = connected(arena, kind, conditions, decided);
    if (decided) return arena.truth(kind != Kind::both);
    again = absorb(arena, kind, other, conditions);
  }
  if (conditions.empty()) return arena.truth(kind == Kind::both);
  if (conditions.size() == 1) return conditions[0];
  if (kind == Kind::either) {
    if (const auto product_of_sums = factored(arena, conditions)) return *product_of_sums;
  }
  return arena.intern({.kind = kind, .args = std::move(conditions)});
}

}  // namespace

namespace {

// A comparison of a choice between two constants is decided in each of them: (c ? 1 : 0) == 0.
template <typename Compare>
std::optional<Expr> compare_choice(Arena& arena, Expr e, Compare compare) {
  for (const Term& term : terms_of(arena, e)) {
    if (term.atoms.size() != 1 || arena[term.atoms[0]].kind != Kind::select) continue;
    const std::vector<Expr> args = arena[term.atoms[0]].args;
    if (!constant(arena, args[1]) || !constant(arena, args[2])) continue;
    const Expr rest = polynomial(arena, {term}), without = subtract(arena, e, rest);
    if (!constant(arena, without)) return {};
    const Expr a = compare(add(arena, without, scale(arena, args[1], term.coefficient)));
    const Expr b = compare(add(arena, without, scale(arena, args[2], term.coefficient)));
    return select(arena, args[0], a, b);
  }
  return {};
}

}  // namespace

namespace {

// A bitwise or is negative when one of its operands is.
std::optional<Expr> sign_of_bits(Arena& arena, Expr e) {
  const Node node = arena[e];
  if (node.kind != Kind::call) return {};
  const bool any = arena.text(e) == "or" || arena.text(e) == "@or";
  if (!any && arena.text(e) != "and") return {};
  std::vector<Expr> signs;
  for (const Expr arg : node.args) signs.push_back(nonneg(arena, arg));
  return any ? both(arena, signs) : either(arena, signs);
}

}  // namespace

Expr nonneg(Arena& arena, Expr e) {
  if (const auto sign = sign_of_bits(arena, e)) return *sign;
  if (const auto chosen = compare_choice(arena, e, [&](Expr x) { return nonneg(arena, x); })) return *chosen;
  const Expr opposite = subtract(arena, integer(arena, -1), e);
  if (const auto sign = sign_of_bits(arena, opposite)) return negate(arena, *sign);
  std::vector<Term> terms = terms_of(arena, e);
  const int64_t divisor = content(terms);
  if (divisor == 0) return arena.truth(terms.empty() || terms[0].coefficient >= 0);
  for (Term& term : terms) term.coefficient = floor_quotient(term.coefficient, divisor);
  return arena.intern({.kind = Kind::nonneg, .args = {polynomial(arena, std::move(terms))}});
}

namespace {

// A choice of which one branch is decided, and bits that are set.
std::optional<Expr> zero_of_word(Arena& arena, Expr e) {
  const Node node = arena[e];
  if (node.kind == Kind::call && arena.text(e) == "or" && constant(arena, node.args[0]).value_or(0) != 0) {
    return arena.truth(false);
  }
  if (node.kind != Kind::select) return {};
  const Expr a = zero(arena, node.args[1]), b = zero(arena, node.args[2]);
  if (arena[a].kind != Kind::truth && arena[b].kind != Kind::truth) return {};
  return select(arena, node.args[0], a, b);
}

}  // namespace

Expr zero(Arena& arena, Expr e) {
  if (const auto decided = zero_of_word(arena, e)) return *decided;
  if (const auto chosen = compare_choice(arena, e, [&](Expr x) { return zero(arena, x); })) return *chosen;
  std::vector<Term> terms = terms_of(arena, e);
  int64_t divisor = content(terms);
  if (divisor == 0) return arena.truth(terms.empty());
  for (const Term& term : terms) {
    if (term.coefficient % divisor != 0) return arena.truth(false);
  }
  if (terms.back().coefficient < 0) divisor = -divisor;
  for (Term& term : terms) term.coefficient /= divisor;
  return arena.intern({.kind = Kind::zero, .args = {polynomial(arena, std::move(terms))}});
}

Expr less(Arena& arena, Expr a, Expr b) {
  return nonneg(arena, subtract(arena, subtract(arena, b, a), integer(arena, 1)));
}

Expr real_less(Arena& arena, Expr a, Expr b) {
  if (arena[a].kind == Kind::real && arena[b].kind == Kind::real) {
    return arena.truth(real_value(arena, a) < real_value(arena, b));
  }
  if (a == b) return arena.truth(false);
  return arena.intern({.kind = Kind::less, .args = {a, b}});
}

Expr real_equal(Arena& arena, Expr a, Expr b) {
  if (a == b) return arena.truth(true);
  if (arena[a].kind == Kind::real && arena[b].kind == Kind::real) return arena.truth(false);
  if (arena.before(b, a)) std::swap(a, b);
  return arena.intern({.kind = Kind::equal, .args = {a, b}});
}

Expr not_a_number(Arena& arena, Expr e) {
  const bool is_converted = arena[e].kind == Kind::call && arena.text(e) == "real";
  if (arena[e].kind == Kind::real || is_converted) return arena.truth(false);
  return real_equal(arena, arena.call("isnan", {e}), real(arena, 1));
}

Expr negate(Arena& arena, Expr condition) {
  const Node node = arena[condition];
  if (node.kind == Kind::truth) return arena.truth(node.value == 0);
  if (node.kind == Kind::negation) return node.args[0];
  if (node.kind == Kind::nonneg) {
    return nonneg(arena, subtract(arena, integer(arena, -1), node.args[0]));
  }
  if (is_connective(node.kind)) {
    std::vector<Expr> parts;
    for (const Expr e : node.args) parts.push_back(negate(arena, e));
    return node.kind == Kind::both ? either(arena, parts) : both(arena, parts);
  }
  return arena.intern({.kind = Kind::negation, .args = {condition}});
}

Expr both(Arena& arena, std::vector<Expr> conditions) {
  return connect(arena, Kind::both, std::move(conditions));
}

Expr either(Arena& arena, std::vector<Expr> conditions) {
  return connect(arena, Kind::either, std::move(conditions));
}

std::vector<Expr> members(const Arena& arena, Expr condition) {
  const Node& node = arena[condition];
  if (node.kind == Kind::both) return node.args;
  if (node.kind == Kind::truth && node.value != 0) return {};
  return {condition};
}

Expr select(Arena& arena, Expr condition, Expr a, Expr b) {
  const Node node = arena[condition];
  if (a == b) return a;
  if (node.kind == Kind::truth) return node.value != 0 ? a : b;
  if (node.kind == Kind::negation) return select(arena, node.args[0], b, a);
  if (is_condition(arena, a) && is_condition(arena, b)) {
    return either(arena, {both(arena, {condition, a}), both(arena, {negate(arena, condition), b})});
  }
  if (const auto shared = common_terms(arena, condition, a, b)) return *shared;
  if (node.kind == Kind::less) {
    const Expr x = node.args[0], y = node.args[1];
    if (same_number(arena, a, x) && same_number(arena, b, y)) return minimum(arena, {x, y});
    if (same_number(arena, a, y) && same_number(arena, b, x)) return maximum(arena, {x, y});
  }
  const Expr other = negate(arena, condition);
  if (arena[other].kind == Kind::nonneg && arena.before(other, condition)) {
    return arena.intern({.kind = Kind::select, .args = {other, b, a}});
  }
  return arena.intern({.kind = Kind::select, .args = {condition, a, b}});
}

}  // namespace whet::lift
