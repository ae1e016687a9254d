#include "lift/expression/polynomial.h"

#include <algorithm>

#include "lift/expression/condition.h"

namespace whet::lift {
namespace {

int compare_atoms(const Arena& arena, const std::vector<Expr>& a, const std::vector<Expr>& b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (const int order = arena.compare(a[i], b[i])) return order;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

int64_t checked_sum(Arena& arena, int64_t a, int64_t b) {
  int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) arena.exhaust("a coefficient of an index does not fit 64 bits");
  return result;
}

int64_t checked_product(Arena& arena, int64_t a, int64_t b) {
  int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) arena.exhaust("a coefficient of an index does not fit 64 bits");
  return result;
}

// term / divisor, where that is a term.
std::optional<Term> divide_term(const Term& term, const Term& divisor) {
  if (divisor.coefficient == 0 || divisor.coefficient == -1 || term.coefficient % divisor.coefficient != 0) return {};
  Term result{term.coefficient / divisor.coefficient, term.atoms};
  for (const Expr atom : divisor.atoms) {
    const auto at = std::find(result.atoms.begin(), result.atoms.end(), atom);
    if (at == result.atoms.end()) return {};
    result.atoms.erase(at);
  }
  return result;
}

}  // namespace

Expr integer(Arena& arena, int64_t value) {
  return polynomial(arena, {{value, {}}});
}

std::optional<int64_t> constant(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  if (node.kind != Kind::polynomial) return {};
  if (node.terms.empty()) return 0;
  if (node.terms.size() > 1 || !node.terms[0].atoms.empty()) return {};
  return node.terms[0].coefficient;
}

std::vector<Term> terms_of(const Arena& arena, Expr e) {
  if (arena[e].kind == Kind::polynomial) return arena[e].terms;
  return {{1, {e}}};
}

Expr polynomial(Arena& arena, std::vector<Term> terms) {
  std::sort(terms.begin(), terms.end(),
            [&](const Term& a, const Term& b) { return compare_atoms(arena, a.atoms, b.atoms) < 0; });
  std::vector<Term> joined;
  for (Term& term : terms) {
    if (!joined.empty() && joined.back().atoms == term.atoms) {
      joined.back().coefficient = checked_sum(arena, joined.back().coefficient, term.coefficient);
    } else {
      joined.push_back(std::move(term));
    }
  }
  std::erase_if(joined, [](const Term& term) { return term.coefficient == 0; });
  if (joined.size() == 1 && joined[0].coefficient == 1 && joined[0].atoms.size() == 1) return joined[0].atoms[0];
  return arena.intern({.kind = Kind::polynomial, .terms = std::move(joined)});
}

Expr add(Arena& arena, Expr a, Expr b) {
  std::vector<Term> terms = terms_of(arena, a);
  for (Term& term : terms_of(arena, b)) terms.push_back(std::move(term));
  return polynomial(arena, std::move(terms));
}

Expr subtract(Arena& arena, Expr a, Expr b) {
  return add(arena, a, scale(arena, b, -1));
}

Expr multiply(Arena& arena, Expr a, Expr b) {
  std::vector<Term> terms;
  const auto left = terms_of(arena, a), right = terms_of(arena, b);
  if (left.size() * right.size() > 4096) {
    arena.exhaust("a product of indices has more than 4096 terms");
    return a;
  }
  for (const Term& x : left) {
    for (const Term& y : right) {
      Term term{checked_product(arena, x.coefficient, y.coefficient), x.atoms};
      term.atoms.insert(term.atoms.end(), y.atoms.begin(), y.atoms.end());
      std::sort(term.atoms.begin(), term.atoms.end(), [&](Expr p, Expr q) { return arena.before(p, q); });
      terms.push_back(std::move(term));
    }
  }
  return polynomial(arena, std::move(terms));
}

Expr scale(Arena& arena, Expr a, int64_t factor) {
  return multiply(arena, a, integer(arena, factor));
}

std::optional<Expr> divide_exactly(Arena& arena, Expr a, Expr b) {
  if (constant(arena, b) == 0) return {};
  if (a == b) return integer(arena, 1);
  const auto divisor = terms_of(arena, b);
  if (divisor.size() != 1) return {};
  std::vector<Term> terms;
  for (const Term& term : terms_of(arena, a)) {
    auto part = divide_term(term, divisor[0]);
    if (!part) return {};
    terms.push_back(*std::move(part));
  }
  return polynomial(arena, std::move(terms));
}

namespace {

// a = b*whole + rest, where no part is negative; nothing when no term divides.
struct Division {
  Expr whole, rest;
};
std::optional<Division> divide_terms(Arena& arena, Expr a, Expr b) {
  const auto divisor = terms_of(arena, b);
  if (divisor.size() != 1 || !presumed_nonneg(arena, a) || !presumed_nonneg(arena, b)) return {};
  std::vector<Term> whole, rest;
  for (const Term& term : terms_of(arena, a)) {
    const auto part = divide_term(term, divisor[0]);
    if (part) whole.push_back(*part);
    if (!part) rest.push_back(term);
  }
  if (whole.empty() || rest.empty()) return {};
  return Division{polynomial(arena, std::move(whole)), polynomial(arena, std::move(rest))};
}

}  // namespace

Expr quotient(Arena& arena, Expr a, Expr b) {
  const auto x = constant(arena, a), y = constant(arena, b);
  if (x && y && *y > 0) return integer(arena, *x / *y);
  if (const auto exact = divide_exactly(arena, a, b)) return *exact;
  if (const auto split = divide_terms(arena, a, b)) {
    return add(arena, split->whole, quotient(arena, split->rest, b));
  }
  const Node node = arena[a];
  if (node.kind == Kind::quotient && y && *y > 0) {
    const auto inner = constant(arena, node.args[1]);
    if (inner && *inner > 0) return quotient(arena, node.args[0], scale(arena, node.args[1], *y));
  }
  return arena.intern({.kind = Kind::quotient, .args = {a, b}});
}

Expr remainder(Arena& arena, Expr a, Expr b) {
  const Node chosen = arena[a];
  if (chosen.kind == Kind::select && constant(arena, chosen.args[1]) && constant(arena, chosen.args[2])) {
    return select(arena, chosen.args[0], remainder(arena, chosen.args[1], b), remainder(arena, chosen.args[2], b));
  }
  const auto x = constant(arena, a), y = constant(arena, b);
  if (x && y && *y > 0) return integer(arena, *x % *y);
  if (divide_exactly(arena, a, b)) return integer(arena, 0);
  if (const auto split = divide_terms(arena, a, b)) return remainder(arena, split->rest, b);
  return arena.intern({.kind = Kind::remainder, .args = {a, b}});
}

std::optional<Linear> linear_in(Arena& arena, Expr e, Expr variable) {
  std::vector<Term> factor, rest;
  for (Term term : terms_of(arena, e)) {
    const auto at = std::find(term.atoms.begin(), term.atoms.end(), variable);
    const bool with = at != term.atoms.end();
    if (with) term.atoms.erase(at);
    for (const Expr atom : term.atoms) {
      if (arena.contains(atom, variable)) return {};
    }
    (with ? factor : rest).push_back(std::move(term));
  }
  return Linear{polynomial(arena, std::move(factor)), polynomial(arena, std::move(rest))};
}

bool is_rest_of_division(Arena& arena, Expr e) {
  for (const Term& term : terms_of(arena, e)) {
    if (term.atoms.size() != 1 || term.coefficient >= 0 || arena[term.atoms[0]].kind != Kind::quotient) continue;
    const std::vector<Expr> parts = arena[term.atoms[0]].args;
    if (constant(arena, parts[1]) != -term.coefficient || !presumed_nonneg(arena, parts[0])) continue;
    const Expr rest = subtract(arena, e, subtract(arena, parts[0], scale(arena, term.atoms[0], -term.coefficient)));
    if (presumed_nonneg(arena, rest)) return true;
  }
  return false;
}

namespace {

// Words of bits that are no negative numbers.
bool nonneg_call(const Arena& arena, Expr e) {
  const std::string& name = arena.text(e);
  const std::vector<Expr>& args = arena[e].args;
  const auto number = [&](Expr x) { return constant(arena, x).value_or(-1); };
  if (name.starts_with("popc") || name.starts_with("clz")) return true;
  if (name == "wrap") return number(args[1]) > 0;
  if (name == "shr") return presumed_nonneg(arena, args[0]);
  return name == "and" &&
         std::any_of(args.begin(), args.end(), [&](Expr x) { return number(x) >= 0 || presumed_nonneg(arena, x); });
}

bool finds_nonneg(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  const auto all = [&](const std::vector<Expr>& list) {
    return std::all_of(list.begin(), list.end(), [&](Expr x) { return presumed_nonneg(arena, x); });
  };
  switch (node.kind) {
    case Kind::polynomial:
      return std::all_of(node.terms.begin(), node.terms.end(),
                         [&](const Term& term) { return term.coefficient > 0 && all(term.atoms); });
    case Kind::variable:
      return node.bytes == 0;
    case Kind::parameter:
      return !arena.may_be_negative(node);
    case Kind::special:
    case Kind::bound:
      return true;
    case Kind::quotient:
    case Kind::maximum:
    case Kind::minimum:
      return all(node.args);
    case Kind::remainder:
      return presumed_nonneg(arena, node.args[0]);
    case Kind::call:
      return nonneg_call(arena, e);
    default:
      return false;
  }
}

}  // namespace

bool presumed_nonneg(const Arena& arena, Expr e) {
  if (const auto known = arena.known(e).is_nonneg) return *known;
  const bool found = finds_nonneg(arena, e);
  arena.known(e).is_nonneg = found;
  return found;
}

}  // namespace whet::lift
