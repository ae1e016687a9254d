// Updates by atomic operations in one form, however the kernel divides the work.
#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "lift/meaning/statements.h"

namespace whet::lift {
namespace {

// One index of the space into the value.
void reduce_index(Arena& arena, Draft& draft, size_t which) {
  const SpaceIndex index = draft.space[which];
  std::vector<Expr> own, others;
  for (const Expr guard : draft.guard) (arena.contains(guard, index.variable) ? own : others).push_back(guard);
  const Expr nothing = identity(arena, *draft.update, !is_real(arena, draft.value));
  const Expr body = select(arena, both(arena, own), draft.value, nothing);
  draft.value = close_reduction(arena, {*draft.update, index.variable, index.count, body});
  draft.guard = others;
  draft.space.erase(draft.space.begin() + static_cast<std::ptrdiff_t>(which));
}

bool bounds_another(const Arena& arena, const Draft& draft, Expr variable) {
  return std::any_of(draft.space.begin(), draft.space.end(),
                     [&](const SpaceIndex& other) { return arena.contains(other.count, variable); });
}

// The member of the condition that says that the element is the one at `index`: index == key.
std::optional<Expr> key_of(Arena& arena, std::vector<Expr>& conditions, Expr index) {
  for (size_t i = 0; i < conditions.size(); ++i) {
    if (arena[conditions[i]].kind != Kind::zero) continue;
    const auto linear = linear_in(arena, arena[conditions[i]].args[0], index);
    const auto factor = linear ? constant(arena, linear->coefficient) : std::nullopt;
    if (!factor || std::abs(*factor) != 1) continue;
    conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(i));
    return scale(arena, linear->rest, -*factor);
  }
  return {};
}

void scatter(Arena& arena, Draft& draft, const Names& names, std::set<std::string>& assumptions) {
  if (draft.space.size() != 1 || arena[draft.value].kind != Kind::reduction) return;
  const OpenReduction open = open_reduction(arena, draft.value);
  const Node body = arena[open.body];
  if (open.how != *draft.update || body.kind != Kind::select) return;
  const Expr nothing = identity(arena, open.how, true), index = draft.space[0].variable;
  const auto is_nothing = [&](Expr e) { return e == nothing || e == identity(arena, open.how, false); };
  const bool second = is_nothing(body.args[2]);
  if (!second && !is_nothing(body.args[1])) return;
  std::vector<Expr> conditions = members(arena, second ? body.args[0] : negate(arena, body.args[0]));
  const auto key = key_of(arena, conditions, index);
  if (!key) return;
  assumptions.insert("the indices of the updates of " + print(arena, draft.array, names) + " are below " +
                     print(arena, draft.space[0].count, names));
  draft.bins = draft.space[0].count;
  draft.guard.insert(draft.guard.end(), conditions.begin(), conditions.end());
  draft.value = body.args[second ? 1 : 2];
  draft.replace(arena, index, *key);
  draft.space = {{open.variable, open.count, false}};
}

}  // namespace

void gather_updates(Arena& arena, Draft& draft, const Names& names, std::set<std::string>& assumptions) {
  if (!draft.update) return;
  for (size_t i = draft.space.size(); i-- > 0;) {
    const Expr variable = draft.space[i].variable;
    if (arena.contains(draft.offset, variable) || bounds_another(arena, draft, variable)) continue;
    reduce_index(arena, draft, i);
  }
  draft.value = join_reductions(arena, draft.value);
  scatter(arena, draft, names, assumptions);
}

}  // namespace whet::lift
