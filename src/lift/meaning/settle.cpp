#include "lift/meaning/settle.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/meaning/bounds.h"
#include "lift/meaning/statements.h"

namespace whet::lift {
namespace {

constexpr const char* k_index_names[] = {"i", "j", "k", "l", "m", "r", "s", "t", "u", "v"};

bool wider_stride(Arena& arena, const Draft& draft, Expr a, Expr b) {
  const auto x = linear_in(arena, draft.offset, a), y = linear_in(arena, draft.offset, b);
  if (!x || !y) return x.has_value() && !y.has_value();
  const auto p = constant(arena, x->coefficient), q = constant(arena, y->coefficient);
  if (p && q) return *p > *q;
  if (p.has_value() != q.has_value()) return q.has_value();
  const Term of_x = terms_of(arena, x->coefficient).back(), of_y = terms_of(arena, y->coefficient).back();
  if (of_x.atoms.size() != of_y.atoms.size()) return of_x.atoms.size() > of_y.atoms.size();
  if (of_x.atoms == of_y.atoms && of_x.coefficient != of_y.coefficient) return of_x.coefficient > of_y.coefficient;
  return arena.compare(x->coefficient, y->coefficient) < 0;
}

}  // namespace

void settle(Arena& arena, Draft& draft, std::set<std::string>& assumptions) {
  draft.value = join_reductions(arena, draft.value);
  for (int round = 0; round < 16; ++round) {
    take_bounds(arena, draft);
    drop_single_indices(arena, draft);
    count_upwards(arena, draft);
    if (!split_indices(arena, draft) && !join_indices(arena, draft, assumptions)) break;
  }
  take_dependent_bounds(arena, draft);
  draft.guard = members(arena, both(arena, draft.guard));
  use_guards(arena, draft);
}

Statement statement_of(Arena& arena, Draft draft, Names& names) {
  std::stable_sort(draft.space.begin(), draft.space.end(), [&](const SpaceIndex& a, const SpaceIndex& b) {
    return wider_stride(arena, draft, a.variable, b.variable);
  });
  const auto taken = [&](const std::string& name) {
    return std::find(names.parameters.begin(), names.parameters.end(), name) != names.parameters.end();
  };
  size_t next = 0;
  for (SpaceIndex& index : draft.space) {
    while (next < std::size(k_index_names) && taken(k_index_names[next])) ++next;
    const std::string name = next < std::size(k_index_names) ? k_index_names[next] : "i" + std::to_string(next);
    ++next;
    const Expr old = std::exchange(index.variable, arena.fresh_variable());
    draft.replace(arena, old, index.variable);
    names.variables.emplace_back(index.variable, name);
  }
  return {draft.array, draft.offset, draft.bytes, draft.value, draft.space, draft.guard, draft.update, draft.bins};
}

Statement settled(Arena& arena, Statement statement, Names& names, std::set<std::string>& assumptions) {
  Draft draft{.array = statement.array,
              .bytes = statement.bytes,
              .offset = statement.offset,
              .value = statement.value,
              .guard = std::move(statement.guard),
              .space = std::move(statement.space),
              .facts = {},
              .update = statement.update,
              .bins = statement.bins};
  settle(arena, draft, assumptions);
  return statement_of(arena, std::move(draft), names);
}

}  // namespace whet::lift
