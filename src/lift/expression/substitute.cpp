#include "lift/expression/substitute.h"

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"

namespace whet::lift {
namespace {

Expr rebuild_polynomial(Arena& arena, const Node& node, const std::vector<Expr>& parts) {
  Expr total = integer(arena, 0);
  size_t next = 0;
  for (const Term& term : node.terms) {
    Expr value = integer(arena, term.coefficient);
    for (size_t i = 0; i < term.atoms.size(); ++i) value = multiply(arena, value, parts[next++]);
    total = add(arena, total, value);
  }
  return total;
}

// One walk of an expression: `before` may replace a node as a whole, `after` changes what was rebuilt.
class Rewriter {
 public:
  using Before = std::function<const Expr*(Expr)>;
  Rewriter(Arena& arena, Before before, std::function<Expr(Expr)> after)
      : arena_(arena), before_(std::move(before)), after_(std::move(after)) {}

  Expr walk(Expr e) {
    if (const Expr* replaced = before_(e)) return *replaced;
    if (const auto at = done_.find(e); at != done_.end()) return at->second;
    const Expr result = after_(arena_[e].kind == Kind::reduction ? walk_reduction(e) : walk_parts(e));
    done_.emplace(e, result);
    return result;
  }

 private:
  Expr walk_parts(Expr e) {
    const std::vector<Expr> parts = parts_of(arena_, e);
    std::vector<Expr> made;
    for (const Expr part : parts) made.push_back(walk(part));
    return made == parts ? e : rebuild(arena_, e, made);
  }

  // The variable is made free for the walk: what is put in may hold reductions with the same bound variable.
  Expr walk_reduction(Expr e) {
    const OpenReduction open = open_reduction(arena_, e);
    return close_reduction(arena_, {open.how, open.variable, walk(open.count), walk(open.body)});
  }

  Arena& arena_;
  Before before_;
  std::function<Expr(Expr)> after_;
  Replacements done_;
};

}  // namespace

std::vector<Expr> parts_of(const Arena& arena, Expr e) {
  std::vector<Expr> parts = arena[e].args;
  for (const Term& term : arena[e].terms) parts.insert(parts.end(), term.atoms.begin(), term.atoms.end());
  return parts;
}

Expr rebuild(Arena& arena, Expr e, const std::vector<Expr>& parts) {
  Node node = arena[e];
  switch (node.kind) {
    case Kind::polynomial:
      return rebuild_polynomial(arena, node, parts);
    case Kind::quotient:
      return quotient(arena, parts[0], parts[1]);
    case Kind::remainder:
      return remainder(arena, parts[0], parts[1]);
    case Kind::sum:
      return sum(arena, parts);
    case Kind::product:
      return product(arena, parts);
    case Kind::inverse:
      return inverse(arena, parts[0]);
    case Kind::maximum:
      return maximum(arena, parts);
    case Kind::minimum:
      return minimum(arena, parts);
    case Kind::select:
      return select(arena, parts[0], parts[1], parts[2]);
    case Kind::nonneg:
      return nonneg(arena, parts[0]);
    case Kind::zero:
      return zero(arena, parts[0]);
    case Kind::less:
      return real_less(arena, parts[0], parts[1]);
    case Kind::equal:
      return real_equal(arena, parts[0], parts[1]);
    case Kind::both:
      return both(arena, parts);
    case Kind::either:
      return either(arena, parts);
    case Kind::negation:
      return negate(arena, parts[0]);
    default:
      node.args = parts;
      return arena.intern(std::move(node));
  }
}

Expr substitute(Arena& arena, Expr e, const Replacements& replacements) {
  const auto before = [&](Expr part) -> const Expr* {
    const auto at = replacements.find(part);
    return at == replacements.end() ? nullptr : &at->second;
  };
  return Rewriter(arena, before, [](Expr part) { return part; }).walk(e);
}

Expr rewrite(Arena& arena, Expr e, const std::function<Expr(Expr)>& change) {
  return Rewriter(arena, [](Expr) -> const Expr* { return nullptr; }, change).walk(e);
}

}  // namespace whet::lift
