#include "write/schedule/fixed_parts.h"

#include <algorithm>

#include "lift/expression/substitute.h"
#include "write/subject/reduction_plan.h"

namespace whet::write {

using lift::Kind;

namespace {

bool needs_only_bound(const lift::Arena& arena, const CudaExpression& text, Expr e) {
  if (text.bound(e)) return true;
  const Kind kind = arena[e].kind;
  if (kind == Kind::load || kind == Kind::reduction || kind == Kind::bound || kind == Kind::variable) return false;
  const auto parts = lift::parts_of(arena, e);
  return std::all_of(parts.begin(), parts.end(), [&](Expr part) { return needs_only_bound(arena, text, part); });
}

}  // namespace

std::vector<Expr> fixed_parts(const Subject& subject, const CudaExpression& text, Expr root) {
  const lift::Arena& arena = subject.arena;
  std::vector<Expr> found, open{root};
  std::vector<bool> seen(arena.size());
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (seen[e.id] || text.bound(e)) continue;
    seen[e.id] = true;
    const Kind kind = arena[e].kind;
    const bool is_arithmetic =
        kind == Kind::sum || kind == Kind::product || kind == Kind::inverse || kind == Kind::call;
    if (is_arithmetic && is_real_valued(subject, e) && needs_only_bound(arena, text, e)) {
      found.push_back(e);
    } else if (kind != Kind::load && kind != Kind::reduction) {
      const auto parts = lift::parts_of(arena, e);
      open.insert(open.end(), parts.begin(), parts.end());
    }
  }
  return found;
}

}  // namespace whet::write
