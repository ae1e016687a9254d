#include "write/subject/inner_index.h"

#include <algorithm>

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

Nest with_inner_along_memory(const Subject& subject, const Nest& nest) {
  std::vector<Expr> roots;
  for (const Statement& statement : nest.statements) roots.insert(roots.end(), {statement.offset, statement.value});
  const auto loads = parts_of_kind(subject.arena, roots, Kind::load);
  const auto in_order = [&](const lift::SpaceIndex& index) {
    return std::count_if(loads.begin(), loads.end(), [&](Expr load) {
      const Node node = subject.arena[load];
      return motion(subject.arena, node.args[1], index.variable, node.bytes) == Motion::unit &&
             subject.parameter(node.args[0]).is_array;
    });
  };
  Nest found = nest;
  const auto rate = [&](const lift::SpaceIndex& index) {
    const auto stores = std::count_if(nest.statements.begin(), nest.statements.end(), [&](const Statement& each) {
      return motion(subject.arena, each.offset, index.variable, each.bytes) == Motion::unit;
    });
    return 2 * stores + in_order(index);
  };
  size_t best = found.space.size() - 1;
  for (size_t i = found.space.size(); i-- > 0;) {
    if (rate(found.space[i]) > rate(found.space[best])) best = i;
  }
  std::rotate(found.space.begin() + static_cast<ptrdiff_t>(best),
              found.space.begin() + static_cast<ptrdiff_t>(best) + 1, found.space.end());
  return found;
}

}  // namespace whet::write
