#include "lift/meaning/vector_tail.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace {

bool holds_index(const Arena& arena, const Draft& draft, Expr e) {
  return std::any_of(draft.space.begin(), draft.space.end(),
                     [&](const SpaceIndex& index) { return arena.contains(e, index.variable); });
}

// n <= r*v + r - 1 of a guard: r and n. Only the last of the threads that have r elements each has fewer.
struct FewerElements {
  int64_t each = 0;
  Expr all;
};
std::optional<FewerElements> fewer_elements(Arena& arena, const Draft& draft, Expr guard, Expr variable) {
  if (arena[guard].kind != Kind::nonneg) return {};
  const auto linear = linear_in(arena, arena[guard].args[0], variable);
  const auto each = linear ? constant(arena, linear->coefficient) : std::nullopt;
  if (!each || *each < 2) return {};
  const Expr all = subtract(arena, integer(arena, *each - 1), linear->rest);
  if (holds_index(arena, draft, all) || !presumed_nonneg(arena, all)) return {};
  return FewerElements{*each, all};
}

// Whether the guard says r*v + p < n with a pass p of a loop, counted from 0.
bool is_element_guard(Arena& arena, const Draft& draft, Expr guard, Expr variable, const FewerElements& fewer) {
  if (arena[guard].kind != Kind::nonneg) return false;
  const Expr last = subtract(arena, fewer.all, integer(arena, 1));
  const Expr pass = subtract(arena, subtract(arena, last, scale(arena, variable, fewer.each)), arena[guard].args[0]);
  return std::any_of(draft.space.begin(), draft.space.end(), [&](const SpaceIndex& index) {
    return index.variable == pass && !index.is_launched && index.start == 0;
  });
}

}  // namespace

bool fix_tail(Arena& arena, Draft& draft) {
  for (size_t i = 0; i < draft.space.size(); ++i) {
    const SpaceIndex index = draft.space[i];
    for (size_t g = 0; g < draft.guard.size() && index.is_launched; ++g) {
      const auto fewer = fewer_elements(arena, draft, draft.guard[g], index.variable);
      const bool is_tail = fewer && std::any_of(draft.guard.begin(), draft.guard.end(), [&](Expr guard) {
                             return is_element_guard(arena, draft, guard, index.variable, *fewer);
                           });
      if (!is_tail) continue;
      draft.guard.erase(draft.guard.begin() + static_cast<std::ptrdiff_t>(g));
      draft.space.erase(draft.space.begin() + static_cast<std::ptrdiff_t>(i));
      draft.replace(arena, index.variable, quotient(arena, fewer->all, integer(arena, fewer->each)));
      return true;
    }
  }
  return false;
}

}  // namespace whet::lift
