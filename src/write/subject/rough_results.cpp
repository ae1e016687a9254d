#include "write/subject/rough_results.h"

#include <algorithm>
#include <string_view>

#include "write/subject/nest.h"

namespace whet::write {

using lift::Kind;
using lift::Node;

namespace {

constexpr std::string_view k_smooth_calls[] = {"exp", "exp2", "expm1", "log", "log2", "log1p", "sqrt", "tanh",
                                               "erf", "erfc", "sin",   "cos", "atan", "sinh",  "cosh", "abs"};

// Whether a small change of its quotients changes it little.
bool is_smooth(const lift::Arena& arena, Expr e) {
  const Node& node = arena[e];
  const auto of_parts = [&](size_t first) {
    return std::all_of(node.args.begin() + static_cast<std::ptrdiff_t>(first), node.args.end(),
                       [&](Expr part) { return is_smooth(arena, part); });
  };
  const auto has_quotient = [&](Expr part) { return !parts_of_kind(arena, {part}, Kind::inverse).empty(); };
  switch (node.kind) {
    case Kind::sum:
    case Kind::product:
    case Kind::inverse:
    case Kind::maximum:
    case Kind::minimum:
      return of_parts(0);
    case Kind::select:
      return !has_quotient(node.args[0]) && of_parts(1);
    case Kind::call:
      return std::find(std::begin(k_smooth_calls), std::end(k_smooth_calls), arena.text(e)) != std::end(k_smooth_calls)
                 ? of_parts(0)
                 : !has_quotient(e);
    default:
      return !has_quotient(e);
  }
}

}  // namespace

Expr before_rounding(const lift::Arena& arena, Expr e, ElementType stored) {
  const std::string_view rounding = stored == ElementType::f16 ? "half" : "bfloat16";
  return arena[e].kind == Kind::call && arena.text(e) == rounding ? arena[e].args[0] : e;
}

bool are_results_rough(const Subject& subject, const std::vector<lift::Statement>& statements, Expr total) {
  if (subject.is_double()) return false;
  return std::all_of(statements.begin(), statements.end(), [&](const lift::Statement& each) {
    const ElementType type = subject.parameter(each.array).type;
    const bool is_short = type == ElementType::f16 || type == ElementType::bf16;
    const bool is_of_rounded =
        subject.allows_tf32 && type == ElementType::f32 && subject.arena.contains(each.value, total);
    return (is_short || is_of_rounded) && is_smooth(subject.arena, before_rounding(subject.arena, each.value, type));
  });
}

}  // namespace whet::write
