#include "write/subject/reduction_plan.h"

#include <algorithm>
#include <map>

#include "lift/evaluate/dependence.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/substitute.h"

namespace whet::write {

using lift::Kind;
using lift::Node;

namespace {

// Depends on nothing but the space: a reduction inside another that uses its variable is part of that one's body.
std::vector<Expr> whole_reductions(const Subject& subject, const Nest& nest) {
  lift::Dependence dependence(subject.arena);
  uint64_t space = 0;
  for (const lift::SpaceIndex& index : nest.space) space |= uint64_t{1} << dependence.slot(index.variable);
  std::vector<Expr> found;
  std::vector<lift::Statement> statements = nest.statements;
  statements.insert(statements.end(), nest.per_row.begin(), nest.per_row.end());
  for (const lift::Statement& statement : statements) {
    for (const Expr reduction : parts_of_kind(subject.arena, {statement.value}, Kind::reduction)) {
      const bool is_whole = (dependence.of(reduction) & ~space) == 0;
      if (is_whole && std::find(found.begin(), found.end(), reduction) == found.end()) found.push_back(reduction);
    }
  }
  return found;
}

size_t level_of(const lift::Arena& arena, Expr reduction, const std::map<uint32_t, size_t>& levels) {
  size_t level = 0;
  for (const Expr part : arena.all_parts(reduction)) {
    const auto at = levels.find(part.id);
    if (part != reduction && at != levels.end()) level = std::max(level, at->second + 1);
  }
  return level;
}

}  // namespace

bool is_real_valued(const Subject& subject, Expr e) {
  const lift::Arena& arena = subject.arena;
  const Node& node = arena[e];
  switch (node.kind) {
    case Kind::load:
      return is_floating(subject.parameter(node.args[0]).type);
    case Kind::parameter:
      return is_floating(subject.parameters[static_cast<size_t>(node.value)].type);
    case Kind::select:
      return is_real_valued(subject, node.args[1]) || is_real_valued(subject, node.args[2]);
    case Kind::maximum:
    case Kind::minimum:
      return std::any_of(node.args.begin(), node.args.end(), [&](Expr arg) { return is_real_valued(subject, arg); });
    case Kind::reduction:
      return !lift::gives_argument(static_cast<lift::Fold>(node.bytes)) && is_real_valued(subject, node.args[1]);
    default:
      return !lift::is_integer(arena, e);
  }
}

std::vector<Expr> ReductionPhase::bodies() const {
  std::vector<Expr> found;
  for (const PlannedReduction& reduction : reductions) found.push_back(reduction.body);
  return found;
}

std::vector<Expr> ReductionPlan::bodies() const {
  std::vector<Expr> found;
  for (const ReductionPhase& phase : phases) {
    const auto more = phase.bodies();
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

std::vector<Expr> ReductionPlan::stored() const {
  std::vector<Expr> found;
  for (const lift::Statement& statement : statements) found.insert(found.end(), {statement.value, statement.offset});
  return found;
}

Result<ReductionPlan> plan_reductions(const Subject& subject, const Nest& nest) {
  lift::Arena& arena = subject.arena;
  const std::vector<Expr> reductions = whole_reductions(subject, nest);
  if (reductions.empty()) return bad_input("there is no reduction");
  ReductionPlan plan;
  plan.variable = arena.fresh_variable();
  plan.rows = nest.space;
  plan.statements = nest.statements;
  plan.per_row = nest.per_row;
  if (!nest.space.empty() && nest.has_map) {
    const lift::SpaceIndex last = nest.space.back();
    const auto varies = [&](Expr e) { return arena.contains(e, last.variable); };
    const auto varying = std::count_if(reductions.begin(), reductions.end(), varies);
    if (varying != 0 && varying != static_cast<ptrdiff_t>(reductions.size()))
      return bad_input("some reductions depend on the last index and others do not");
    if (varying == 0) {
      plan.map = last;
      plan.rows.pop_back();
      for (lift::Statement& statement : plan.statements) {
        const lift::Replacements renamed{{last.variable, plan.variable}};
        statement.value = lift::substitute(arena, statement.value, renamed);
        statement.offset = lift::substitute(arena, statement.offset, renamed);
        for (Expr& condition : statement.guard) condition = lift::substitute(arena, condition, renamed);
      }
    }
  }
  if (!plan.per_row.empty() && !plan.map) return bad_input("no index runs through a row beside what is stored once");
  std::map<uint32_t, size_t> levels;
  std::map<std::pair<size_t, uint32_t>, ReductionPhase> phases;  // by level: what one needs comes before it
  for (const Expr reduction : reductions) {
    const size_t level = levels[reduction.id] = level_of(arena, reduction, levels);
    const lift::OpenReduction open = lift::open_reduction(arena, reduction);
    const Expr body = lift::substitute(arena, open.body, {{open.variable, plan.variable}});
    ReductionPhase& phase = phases[{level, open.count.id}];
    phase.count = open.count;
    phase.reductions.push_back({reduction, open.how, body, is_real_valued(subject, body)});
  }
  for (auto& [place, phase] : phases) plan.phases.push_back(std::move(phase));
  return plan;
}

void drop_true_conditions(lift::Arena& arena, Expr variable, ReductionPhase& phase) {
  const Expr left = lift::subtract(arena, phase.count, variable);  // at least 1
  for (PlannedReduction& reduction : phase.reductions) {
    lift::Replacements replacements;
    for (const Expr condition : parts_of_kind(arena, {reduction.body}, Kind::nonneg)) {
      const auto more = lift::constant(arena, lift::subtract(arena, arena[condition].args[0], left));
      if (more && *more >= -1) replacements[condition] = arena.truth(true);
    }
    if (!replacements.empty()) reduction.body = lift::substitute(arena, reduction.body, replacements);
  }
}

}  // namespace whet::write
