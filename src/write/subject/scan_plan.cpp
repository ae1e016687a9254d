#include "write/subject/scan_plan.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/substitute.h"

namespace whet::write {

using lift::Fold;
using lift::Kind;

Result<ScanPlan> plan_scan(const Subject& subject, const Nest& nest) {
  lift::Arena& arena = subject.arena;
  if (nest.space.empty()) return bad_input("a scan needs an index");
  const Expr index = nest.space.back().variable;
  std::vector<Expr> values, others;
  for (const lift::Statement& statement : nest.statements) {
    if (!statement.guard.empty()) return bad_input("a scan has no form for a guarded statement");
    if (statement.update) return bad_input("a scan cannot combine with what other elements store");
    values.push_back(statement.value);
    others.push_back(statement.offset);
  }
  const auto reductions = parts_of_kind(arena, values, Kind::reduction);
  if (reductions.size() != 1 || !parts_of_kind(arena, others, Kind::reduction).empty())
    return bad_input("a scan is a single reduction");
  const lift::OpenReduction open = lift::open_reduction(arena, reductions[0]);
  if (arena.contains(open.body, index)) return bad_input("the reduction's terms depend on its end");
  const auto further = lift::constant(arena, lift::subtract(arena, open.count, index));
  if (!further || *further < 0 || *further > 1) return bad_input("the reduction does not run up to an index");
  if (lift::gives_argument(open.how)) return bad_input("a scan has no form for places of extremes");
  const Expr body = lift::substitute(arena, open.body, {{open.variable, index}});
  return ScanPlan{{reductions[0], open.how, body, is_real_valued(subject, body)}, *further == 1};
}

bool is_narrow_scan(const Subject& subject, const Nest& nest, const ScanPlan& plan) {
  if (plan.scanned.is_real) return !subject.is_double();
  const bool is_stored = std::all_of(nest.statements.begin(), nest.statements.end(), [&](const lift::Statement& each) {
    return each.value == plan.scanned.node && each.bytes <= 4 && !is_floating(subject.parameter(each.array).type);
  });
  if (plan.scanned.how == Fold::sum || plan.scanned.how == Fold::product) return is_stored;
  const lift::Node& body = subject.arena[plan.scanned.body];
  return body.kind == Kind::load && (body.bytes < 4 || subject.parameter(body.args[0]).type == ElementType::i32);
}

}  // namespace whet::write
