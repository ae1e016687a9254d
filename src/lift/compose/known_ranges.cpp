#include "lift/compose/known_ranges.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

// At most the value: a quotient that is subtracted is no more than what is divided.
Expr with_dividends(Arena& arena, Expr value) {
  for (const Term& term : terms_of(arena, value)) {
    if (term.coefficient >= 0 || term.atoms.size() != 1 || arena[term.atoms[0]].kind != Kind::quotient) continue;
    const std::vector<Expr> parts = arena[term.atoms[0]].args;
    const bool is_less = constant(arena, parts[1]).value_or(0) >= 1 && presumed_nonneg(arena, parts[0]);
    const Expr with = scale(arena, parts[0], term.coefficient);
    if (is_less) value = add(arena, subtract(arena, value, polynomial(arena, {term})), with);
  }
  return value;
}

}  // namespace

KnownRanges::KnownRanges(Arena& arena, const Statement& statement) : KnownRanges(arena) {
  for (const SpaceIndex& index : statement.space) add_range(index.variable, index.count);
  for (const Expr condition : statement.guard) add(condition);
}

void KnownRanges::add_range(Expr variable, Expr count) {
  ranges_.emplace_back(variable, count);
  facts_.add(less(arena_, variable, count));
}

// The least value over all ranges: each index is where its coefficient makes it least.
//   rows*cols - 1 - cols*i - j    ->   0 at i = rows - 1, j = cols - 1
bool KnownRanges::imply_nonneg(Expr value) const {
  for (auto range = ranges_.rbegin(); range != ranges_.rend(); ++range) {
    if (!arena_.contains(value, range->first)) continue;
    const auto linear = linear_in(arena_, value, range->first);
    if (!linear) return false;
    const bool grows = presumed_nonneg(arena_, linear->coefficient);
    if (!grows && !presumed_nonneg(arena_, scale(arena_, linear->coefficient, -1))) return false;
    const Expr last = subtract(arena_, range->second, integer(arena_, 1));
    value = substitute(arena_, value, {{range->first, grows ? integer(arena_, 0) : last}});
  }
  value = with_dividends(arena_, value);
  return presumed_nonneg(arena_, value) || facts_.imply(nonneg(arena_, value));
}

bool KnownRanges::imply(Expr condition) const {
  if (facts_.imply(condition)) return true;
  const Node node = arena_[condition];
  const auto follows = [&](Expr e) { return imply(e); };
  if (node.kind == Kind::both) return std::all_of(node.args.begin(), node.args.end(), follows);
  if (node.kind == Kind::either) return std::any_of(node.args.begin(), node.args.end(), follows);
  return node.kind == Kind::nonneg && imply_nonneg(node.args[0]);
}

std::vector<Expr> KnownRanges::variables() const {
  std::vector<Expr> list;
  for (const auto& [variable, count] : ranges_) list.push_back(variable);
  return list;
}

}  // namespace whet::lift
