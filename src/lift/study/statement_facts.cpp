#include "lift/study/statement_facts.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {

bool holds_load(const Arena& arena, Expr e) {
  const auto parts = arena.all_parts(e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return arena[part].kind == Kind::load; });
}

StatementFacts::StatementFacts(Arena& arena, const Statement& statement)
    : arena_(arena), statement_(statement), dependence_(arena) {
  for (const SpaceIndex& index : statement.space) space_ |= uint64_t{1} << dependence_.slot(index.variable);
  walk(statement.value, false);
  loads_ = loads_of(statement.value);
  for (const Expr part : arena.all_parts(statement.value)) {
    if (arena[part].kind == Kind::call) functions_.push_back(arena.text(part));
  }
}

std::vector<LoadFact> StatementFacts::loads_of(Expr e) {
  std::vector<LoadFact> found;
  std::vector<Expr> work{e};
  std::set<uint32_t> seen;
  while (!work.empty()) {
    const Expr top = work.back();
    work.pop_back();
    if (!seen.insert(top.id).second) continue;
    const Node node = arena_[top];
    if (node.kind == Kind::load) {
      found.push_back({node.args[0], node.args[1], dependence_.of(node.args[1]), holds_load(arena_, node.args[1])});
    }
    for (const Expr part : parts_of(arena_, top)) work.push_back(part);
  }
  return found;
}

void StatementFacts::walk(Expr e, bool inside) {
  if (!walked_.insert(e.id).second) return;
  const Node node = arena_[e];
  if (node.kind != Kind::reduction) {
    for (const Expr part : parts_of(arena_, e)) walk(part, inside);
    return;
  }
  if (reductions_.size() > 16) return;
  ReductionFact fact{e, open_reduction(arena_, e), 0, {}, holds_load(arena_, node.args[0]), inside};
  fact.slot = dependence_.slot(fact.open.variable);
  fact.loads = loads_of(fact.open.body);
  const Expr body = fact.open.body;
  reductions_.push_back(std::move(fact));
  walk(body, true);
}

bool StatementFacts::calls(const std::string& function) const {
  return std::find(functions_.begin(), functions_.end(), function) != functions_.end();
}

bool StatementFacts::writes_computed_index() const {
  return holds_load(arena_, statement_.offset);
}

std::optional<Expr> StatementFacts::stride(Expr offset, Expr variable) const {
  const auto linear = linear_in(arena_, offset, variable);
  if (!linear || constant(arena_, linear->coefficient) == 0) return {};
  return linear->coefficient;
}

}  // namespace whet::lift
