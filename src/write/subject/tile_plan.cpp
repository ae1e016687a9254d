#include "write/subject/tile_plan.h"

#include "lift/expression/polynomial.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

constexpr int64_t k_longest_tile_loop = 64;  // passes of a reduction that a thread does alone

Result<void> check_tiled(const Subject& subject, const Nest& nest) {
  if (nest.space.size() < 2) return bad_input("tiles need two indices");
  for (const Statement& statement : nest.statements) {
    if (statement.update) return bad_input("tiles cannot combine with what other elements store");
    if (!statement.guard.empty()) return bad_input("tiles have no form for a guarded statement");
    if (motion(subject.arena, statement.offset, nest.space.back().variable, statement.bytes) != Motion::unit)
      return bad_input("tiles are stored along the last index");
    for (const Expr reduction : parts_of_kind(subject.arena, {statement.value}, Kind::reduction)) {
      const auto count = lift::constant(subject.arena, subject.arena[reduction].args[0]);
      if (!count || *count > k_longest_tile_loop) return bad_input("tiles have no long reductions");
    }
  }
  return {};
}

// The index along which a load runs that jumps with the last index; -1: there is none.
int turned_index(lift::Arena& arena, const Nest& nest, const Node& load) {
  if (motion(arena, load.args[1], nest.space.back().variable, load.bytes) != Motion::strided) return -1;
  for (size_t i = 0; i + 1 < nest.space.size(); ++i) {
    if (motion(arena, load.args[1], nest.space[i].variable, load.bytes) == Motion::unit) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

Result<TilePlan> plan_tiles(const Subject& subject, const Nest& nest) {
  lift::Arena& arena = subject.arena;
  TRY_VOID(check_tiled(subject, nest));
  std::vector<Expr> roots;
  for (const Statement& statement : nest.statements) roots.push_back(statement.value);
  TilePlan plan;
  int down = -1;
  for (const Expr load : unconditional_loads(arena, roots)) {
    const Node node = arena[load];
    if (!parts_of_kind(arena, {node.args[1]}, Kind::load).empty()) continue;
    const int along = turned_index(arena, nest, node);
    if (down < 0) down = along;
    if (along >= 0 && along == down) plan.turned.push_back(load);
    if (motion(arena, node.args[1], nest.space.back().variable, node.bytes) == Motion::unit)
      plan.straight.push_back(load);
  }
  if (down < 0) return bad_input("no load runs along another index than the stores");
  plan.across = nest.space.back();
  plan.down = nest.space[static_cast<size_t>(down)];
  for (size_t i = 0; i + 1 < nest.space.size(); ++i) {
    if (static_cast<int>(i) != down) plan.batch.push_back(nest.space[i]);
  }
  return plan;
}

}  // namespace whet::write
