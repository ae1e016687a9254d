#include "lift/block/facts.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

constexpr int k_most_proof_steps = 100;
constexpr int64_t k_warp = 32, k_most_warps = 32;  // threads; of any block

}  // namespace

Facts::Facts(Arena& arena) : arena_(arena) {
  for (int axis = 0; axis < 3; ++axis) {
    const Expr thread = arena.special(static_cast<Special>(static_cast<int>(Special::tid_x) + axis));
    const Expr extent = arena.special(static_cast<Special>(static_cast<int>(Special::ntid_x) + axis));
    nonneg_.push_back(subtract(arena, subtract(arena, extent, thread), integer(arena, 1)));
  }
  const Expr warps = quotient(arena, arena.special(Special::ntid_x), integer(arena, k_warp));
  nonneg_.push_back(subtract(arena, integer(arena, k_most_warps), warps));
}

void Facts::add(Expr condition) {
  for (const Expr e : members(arena_, condition)) {
    if (arena_[e].kind == Kind::truth || std::find(known_.begin(), known_.end(), e) != known_.end()) continue;
    known_.push_back(e);
    const Node node = arena_[e];
    if (node.kind == Kind::nonneg) add_nonneg(node.args[0]);
    if (node.kind != Kind::zero) continue;
    add_nonneg(node.args[0]);
    add_nonneg(scale(arena_, node.args[0], -1));
    for (const Term& term : terms_of(arena_, node.args[0])) {
      if (term.atoms.size() != 1 || std::abs(term.coefficient) != 1) continue;
      const auto linear = linear_in(arena_, node.args[0], term.atoms[0]);
      const auto rest = linear ? constant(arena_, linear->rest) : std::nullopt;
      if (rest) fixed_.emplace_back(term.atoms[0], integer(arena_, -term.coefficient * *rest));
    }
  }
}

void Facts::add_nonneg(Expr value) {
  if (!presumed_nonneg(arena_, value)) nonneg_.push_back(value);
}

// t/32 is 0 where t < 32, and the remainder is t.
Expr Facts::divided(Expr condition) const {
  const auto parts = arena_.all_parts(condition);
  const auto divides = [&](Expr part) {
    return arena_[part].kind == Kind::quotient || arena_[part].kind == Kind::remainder;
  };
  if (std::none_of(parts.begin(), parts.end(), divides)) return condition;
  return rewrite(arena_, condition, [&](Expr part) {
    const Node node = arena_[part];
    if (!divides(part) || !presumed_nonneg(arena_, node.args[0])) return part;
    if (!imply(less(arena_, node.args[0], node.args[1]), k_proof_depth)) return part;
    return node.kind == Kind::quotient ? integer(arena_, 0) : node.args[0];
  });
}

Expr Facts::with_fixed_values(Expr whole) const {
  const Expr condition = divided(whole);
  if (fixed_.empty()) return condition;
  Replacements map;
  for (const auto& [atom, value] : fixed_) map[atom] = value;
  return substitute(arena_, condition, map);
}

// p is c*q + rest with a known q that is not negative: then it is enough that the rest is not. Each step removes an
// atom that p has with a negative coefficient.
bool Facts::imply_nonneg(Expr value, int depth) const {
  if (presumed_nonneg(arena_, value)) return true;
  if (depth == 0 || ++steps_ > k_most_proof_steps) return false;
  const std::vector<Term> terms = terms_of(arena_, value);
  for (const Term& term : terms) {
    if (term.coefficient > 0 || term.atoms.empty()) continue;
    for (const Expr q : nonneg_) {
      const std::vector<Term> parts = terms_of(arena_, q);
      const auto same = std::find_if(parts.begin(), parts.end(), [&](const Term& t) { return t.atoms == term.atoms; });
      if (same == parts.end() || same->coefficient >= 0 || term.coefficient % same->coefficient != 0) continue;
      const Expr rest = subtract(arena_, value, scale(arena_, q, term.coefficient / same->coefficient));
      if (imply_nonneg(rest, depth - 1)) return true;
    }
    return false;  // every negative term must go, this one too
  }
  // Only a negative constant is left: something known must be at least as large.
  return std::any_of(nonneg_.begin(), nonneg_.end(), [&](Expr q) {
    const Expr rest = subtract(arena_, value, q);
    return terms_of(arena_, rest).size() <= terms.size() && presumed_nonneg(arena_, rest);
  });
}

bool Facts::imply(Expr condition, int depth) const {
  if (condition == arena_.truth(true)) return true;
  if (std::find(known_.begin(), known_.end(), condition) != known_.end()) return true;
  const Node node = arena_[condition];
  const auto follows = [&](Expr e) { return imply(e, depth); };
  if (node.kind == Kind::both) return std::all_of(node.args.begin(), node.args.end(), follows);
  if (node.kind == Kind::either) return std::any_of(node.args.begin(), node.args.end(), follows);
  if (node.kind == Kind::nonneg) return imply_nonneg(node.args[0], depth);
  if (node.kind == Kind::negation && arena_[node.args[0]].kind == Kind::zero) {
    const Expr one = integer(arena_, 1), value = arena_[node.args[0]].args[0];
    return imply_nonneg(subtract(arena_, value, one), depth) ||
           imply_nonneg(subtract(arena_, scale(arena_, value, -1), one), depth);
  }
  return false;
}

Expr Facts::decide(Expr condition) const {
  steps_ = 0;
  const Expr fixed = with_fixed_values(condition);
  if (imply(fixed) || imply(condition)) return arena_.truth(true);
  if (imply(negate(arena_, fixed)) || imply(negate(arena_, condition))) return arena_.truth(false);
  const Node node = arena_[fixed];
  if (node.kind != Kind::both && node.kind != Kind::either) return condition;
  std::vector<Expr> parts;
  for (const Expr e : node.args) parts.push_back(decide(e));
  return node.kind == Kind::both ? both(arena_, parts) : either(arena_, parts);
}

}  // namespace whet::lift
