#include "lift/formula/shared_parts.h"

#include <algorithm>

namespace whet::lift {
namespace {

constexpr double k_long = 12;  // nodes

template <typename Visit>
void for_each_part(const Node& node, const Visit& visit) {
  for (const Expr part : node.args) visit(part);
  for (const Term& term : node.terms) {
    for (const Expr atom : term.atoms) visit(atom);
  }
}

// The variables of reductions around each part on which it depends.
std::map<uint32_t, std::set<int64_t>> free_variables(const Arena& arena, Expr e) {
  std::map<uint32_t, std::set<int64_t>> found;
  for (const Expr part : arena.all_parts(e)) {
    const Node& node = arena[part];
    std::set<int64_t>& mine = found[part.id];
    if (node.kind == Kind::bound) mine.insert(node.value);
    for_each_part(node, [&](Expr inner) { mine.insert(found[inner.id].begin(), found[inner.id].end()); });
    if (node.kind == Kind::reduction && !found[node.args[0].id].contains(node.value)) mine.erase(node.value);
  }
  return found;
}

bool may_have_a_name(Kind kind) {
  return kind == Kind::sum || kind == Kind::product || kind == Kind::inverse || kind == Kind::call ||
         kind == Kind::select || kind == Kind::maximum || kind == Kind::minimum;
}

}  // namespace

double written_nodes(const Arena& arena, Expr e, const std::vector<Expr>& named) {
  std::map<uint32_t, double> nodes;
  for (const Expr part : arena.all_parts(e)) {
    double count = 1;
    for_each_part(arena[part], [&](Expr inner) { count += nodes[inner.id]; });
    const bool is_named = part.id != e.id && std::find(named.begin(), named.end(), part) != named.end();
    nodes[part.id] = is_named ? 1 : count;
  }
  return nodes[e.id];
}

// From the outside in: what stands in a part that has a name is written once. What stands in the body of a reduction
// counts as two, because it is the same in all passes.
std::vector<Expr> shared_parts(const Arena& arena, Expr e) {
  const auto free = free_variables(arena, e);
  const std::vector<Expr> parts = arena.all_parts(e);
  std::map<uint32_t, int> counts{{e.id, 1}};
  std::vector<Expr> named;
  for (auto at = parts.rbegin(); at != parts.rend(); ++at) {
    const Node& node = arena[*at];
    int& count = counts[at->id];
    const bool may_be_named = *at != e && count > 1 && free.at(at->id).empty();
    const bool is_reduction = node.kind == Kind::reduction;
    if (may_be_named && (is_reduction || (may_have_a_name(node.kind) && written_nodes(arena, *at, {}) >= k_long))) {
      named.push_back(*at);
      count = 1;
    }
    for_each_part(node,
                  [&](Expr part) { counts[part.id] = std::min(2, counts[part.id] + (is_reduction ? 2 : count)); });
  }
  std::reverse(named.begin(), named.end());
  return named;
}

}  // namespace whet::lift
