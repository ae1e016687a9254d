#include "lift/block/told_apart.h"

#include <algorithm>
#include <unordered_map>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/reduction.h"

namespace whet::lift {
namespace {

constexpr size_t k_most_simplified = 2'000;  // of an expression that is looked through

// a == 0 and b <= 0 is a + b <= 0 where neither can be negative.
Expr both_vanish(Arena& arena, Expr condition) {
  std::vector<Expr> left = members(arena, condition);
  const auto zero_of = [&](Expr member, Kind kind) -> std::optional<Expr> {
    if (arena[member].kind != kind) return {};
    const Expr value = arena[member].args[0], up = kind == Kind::nonneg ? scale(arena, value, -1) : value;
    return presumed_nonneg(arena, up) ? std::optional(up) : std::nullopt;
  };
  for (size_t i = 0; i < left.size(); ++i) {
    for (size_t j = 0; j < left.size(); ++j) {
      const auto a = zero_of(left[i], Kind::zero), b = zero_of(left[j], Kind::nonneg);
      if (!a || !b) continue;
      left[j] = nonneg(arena, scale(arena, add(arena, *a, *b), -1));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      return both_vanish(arena, both(arena, left));
    }
  }
  return condition;
}

// Without those members that follow from the others.
Expr without_implied(Arena& arena, Expr condition) {
  std::vector<Expr> left = members(arena, condition);
  for (size_t i = left.size(); i-- > 0 && left.size() > 1;) {
    Facts others(arena);
    for (size_t j = 0; j < left.size(); ++j) {
      if (j != i) others.add(left[j]);
    }
    if (others.imply(left[i])) left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return both(arena, left);
}

// The branch that is taken where the facts hold, as far as they tell.
Expr branch_taken(Arena& arena, Expr e, const Facts& facts) {
  for (Node node = arena[e]; node.kind == Kind::select; node = arena[e]) {
    const Expr condition = facts.decide(node.args[0]);
    if (arena[condition].kind != Kind::truth) break;
    e = node.args[arena[condition].value != 0 ? 1 : 2];
  }
  return e;
}

using Memo = std::unordered_map<Expr, Expr, ExprHash>;

class Simplifier {
 public:
  explicit Simplifier(Arena& arena) : arena_(arena) {}

  Expr simplify(Expr e, const Facts& facts, Memo& memo) {
    if (const auto at = memo.find(e); at != memo.end()) return at->second;
    Expr result = e;
    if (arena_[e].kind == Kind::select) {
      result = of_select(e, facts);
    } else if (arena_[e].kind == Kind::reduction) {
      result = of_reduction(e, facts);
    } else {
      const std::vector<Expr> parts = parts_of(arena_, e);
      std::vector<Expr> made;
      for (const Expr part : parts) made.push_back(simplify(part, facts, memo));
      if (made != parts) result = rebuild(arena_, e, made);
    }
    memo.emplace(e, result);
    return result;
  }

 private:
  Expr of_select(Expr e, const Facts& facts) {
    const Node node = arena_[e];
    const Expr condition = facts.decide(node.args[0]);
    Facts yes = facts, no = facts;
    yes.add(condition);
    no.add(negate(arena_, condition));
    Memo of_yes, of_no;
    return told_apart(arena_, condition, simplify(node.args[1], yes, of_yes), simplify(node.args[2], no, of_no), facts);
  }

  Expr of_reduction(Expr e, const Facts& facts) {
    const OpenReduction open = open_reduction(arena_, e);
    Facts inside = facts;
    inside.add(less(arena_, open.variable, open.count));
    Memo of_body;
    const Expr body = simplify(open.body, inside, of_body);
    return body == open.body ? e : close_reduction(arena_, {open.how, open.variable, open.count, body});
  }

  Arena& arena_;
};

}  // namespace

bool same_where(Arena& arena, Expr condition, Expr a, Expr b) {
  if (a == b) return true;
  for (const Expr member : members(arena, condition)) {
    if (arena[member].kind != Kind::zero) continue;
    const Expr value = arena[member].args[0];
    for (const Term& term : terms_of(arena, value)) {
      if (term.atoms.size() != 1 || std::abs(term.coefficient) != 1) continue;
      const auto linear = linear_in(arena, value, term.atoms[0]);
      if (!linear) continue;
      const Expr only = scale(arena, linear->rest, -term.coefficient);
      const Replacements map{{term.atoms[0], only}};
      if (substitute(arena, a, map) == substitute(arena, b, map)) return true;
    }
  }
  return false;
}

Expr told_apart(Arena& arena, Expr condition, Expr value, Expr other, const Facts& facts) {
  Facts inside = facts;
  inside.add(condition);
  value = branch_taken(arena, value, inside);
  if (same_where(arena, condition, value, branch_taken(arena, other, inside))) return other;
  const Node node = arena[value];
  for (const bool is_first : {true, false}) {
    if (node.kind != Kind::select) break;
    const Expr shared = is_first ? node.args[0] : negate(arena, node.args[0]);
    Facts there = inside;
    there.add(shared);
    if (!same_where(arena, condition, node.args[is_first ? 1 : 2], branch_taken(arena, other, there))) continue;
    const Expr differs = both_vanish(arena, both(arena, {condition, negate(arena, shared)}));
    return select(arena, without_implied(arena, differs), node.args[is_first ? 2 : 1], other);
  }
  return select(arena, condition, value, other);
}

Expr without_same_branches(Arena& arena, Expr e, const std::vector<Expr>& known) {
  if (arena.all_parts(e).size() > k_most_simplified) return e;
  Facts facts(arena);
  for (const Expr fact : known) facts.add(fact);
  Memo memo;
  return Simplifier(arena).simplify(e, facts, memo);
}

}  // namespace whet::lift
