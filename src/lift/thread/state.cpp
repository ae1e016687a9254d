#include "lift/thread/state.h"

#include <algorithm>

#include "lift/block/lanes.h"
#include "lift/expression/condition.h"

namespace whet::lift {

State merge(Arena& arena, const State& a, const State& b) {
  size_t common = 0;
  while (common < a.path.size() && common < b.path.size() && a.path[common] == b.path[common]) ++common;
  const auto begin = static_cast<std::ptrdiff_t>(common);
  const Expr first = both(arena, {a.path.begin() + begin, a.path.end()});
  const Expr second = both(arena, {b.path.begin() + begin, b.path.end()});
  State merged{a.values, {a.path.begin(), a.path.begin() + begin}};
  for (const Expr e : members(arena, either(arena, {first, second}))) merged.path.push_back(e);
  for (const auto& [place, held] : b.values) {
    const auto [at, is_new] = merged.values.emplace(place, held);
    if (is_new || at->second == held) continue;
    const auto lanes = combined_where(arena, first, at->second.value, held.value);
    const auto others = lanes ? lanes : combined_where(arena, second, held.value, at->second.value);
    const Expr chosen = others ? *others : chosen_lanes(arena, select(arena, first, at->second.value, held.value));
    at->second = {chosen, std::min(at->second.bytes, held.bytes)};
  }
  return merged;
}

bool assume(Arena& arena, State& state, Expr condition) {
  for (const Expr e : members(arena, condition)) {
    if (e == arena.truth(false)) return false;
    if (std::find(state.path.begin(), state.path.end(), negate(arena, e)) != state.path.end()) return false;
    if (std::find(state.path.begin(), state.path.end(), e) == state.path.end()) state.path.push_back(e);
  }
  return true;
}

}  // namespace whet::lift
