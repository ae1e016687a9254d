#include "lift/study/iteration_counts.h"

#include <algorithm>
#include <bit>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {

IterationCounts::Range IterationCounts::enter(int slot, Range range) {
  const auto at = ranges_.find(slot);
  const Range before = at == ranges_.end() ? Range{} : at->second;
  ranges_[slot] = range;
  return before;
}

bool IterationCounts::holds_load(Expr e) const {
  const auto parts = arena_.all_parts(e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return arena_[part].kind == Kind::load; });
}

// i < n - j is at its longest where j is 0.
Expr IterationCounts::longest(Expr count) {
  for (int round = 0; round < Dependence::k_slots && dependence_.of(count) != 0; ++round) {
    const int slot = std::countr_zero(dependence_.of(count));
    const auto at = ranges_.find(slot);
    const auto linear = at == ranges_.end() ? std::nullopt : linear_in(arena_, count, at->second.variable);
    if (!linear || holds_load(count)) break;
    is_bound_ = true;
    const auto terms = terms_of(arena_, linear->coefficient);
    const bool grows = std::any_of(terms.begin(), terms.end(), [](const Term& term) { return term.coefficient > 0; });
    const Expr last = subtract(arena_, at->second.count, integer(arena_, 1));
    count = grows ? substitute(arena_, count, {{at->second.variable, last}}) : linear->rest;
  }
  if (dependence_.of(count) != 0 || holds_load(count)) {
    if (open_.empty()) open_ = "the length of a range depends on data or is not linear in other indices";
  }
  return count;
}

// count(i) = f(i + 1) - f(i): the sum over i < n is f(n) - f(0).
bool IterationCounts::add_up(uint64_t& slots, Expr& total) {
  for (const auto& [inner, range] : ranges_) {
    if ((slots >> inner & 1) == 0 || !holds_load(range.count)) continue;
    for (const auto& [outer, over] : ranges_) {
      if (outer == inner || (slots >> outer & 1) == 0 || (dependence_.of(range.count) >> outer & 1) == 0) continue;
      Expr above = integer(arena_, 0), below = above;
      for (Term term : terms_of(arena_, range.count)) {
        const bool is_above = term.coefficient > 0;
        term.coefficient = std::abs(term.coefficient);
        (is_above ? above : below) = add(arena_, is_above ? above : below, polynomial(arena_, {term}));
      }
      const Expr next = add(arena_, over.variable, integer(arena_, 1));
      if (substitute(arena_, below, {{over.variable, next}}) != above) continue;
      const Expr last = substitute(arena_, below, {{over.variable, over.count}});
      const Expr first = substitute(arena_, below, {{over.variable, integer(arena_, 0)}});
      total = multiply(arena_, total, subtract(arena_, last, first));
      slots &= ~(uint64_t{1} << inner) & ~(uint64_t{1} << outer);
      return true;
    }
  }
  return false;
}

Expr IterationCounts::product(uint64_t slots) {
  Expr total = integer(arena_, 1);
  while (add_up(slots, total)) {
  }
  for (; slots != 0; slots &= slots - 1) {
    const auto at = ranges_.find(std::countr_zero(slots));
    if (at == ranges_.end()) continue;
    total = multiply(arena_, total, longest(at->second.count));
  }
  return total;
}

}  // namespace whet::lift
