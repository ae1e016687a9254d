#include "lift/evaluate/evaluation_order.h"

#include <algorithm>

namespace whet::lift {

std::vector<Expr> conditions_in_order(const Arena& arena, const std::vector<Expr>& conditions) {
  std::vector<Expr> ordered = conditions;
  std::stable_partition(ordered.begin(), ordered.end(), [&](Expr e) {
    const auto parts = arena.all_parts(e);
    return std::none_of(parts.begin(), parts.end(), [&](Expr part) { return arena[part].kind == Kind::load; });
  });
  return ordered;
}

std::vector<SpaceIndex> loops_in_order(Dependence& dependence, const std::vector<SpaceIndex>& space) {
  std::vector<SpaceIndex> left = space, ordered;
  while (!left.empty()) {
    uint64_t open = 0;
    for (const SpaceIndex& index : left) open |= uint64_t{1} << dependence.slot(index.variable);
    auto next = std::find_if(left.begin(), left.end(),
                             [&](const SpaceIndex& index) { return (dependence.of(index.count) & open) == 0; });
    if (next == left.end()) next = left.begin();
    ordered.push_back(*next);
    left.erase(next);
  }
  return ordered;
}

}  // namespace whet::lift
