#include "write/schedule/local_form.h"

#include <algorithm>

#include "lift/expression/real.h"

namespace whet::write {

using lift::Kind;
using lift::Node;

namespace {

// The terms of a sum that vary with the variable, and the others.
struct SplitSum {
  std::vector<Expr> varying, fixed;
};

std::optional<SplitSum> split_sum(const lift::Arena& arena, Expr e, Expr variable) {
  if (arena[e].kind != Kind::sum) return std::nullopt;
  SplitSum split;
  for (const Expr term : arena[e].args) (arena.contains(term, variable) ? split.varying : split.fixed).push_back(term);
  if (split.varying.empty() || split.fixed.empty()) return std::nullopt;
  return split;
}

bool needs(const lift::Arena& arena, const std::vector<Expr>& list, const ReductionPhase& before) {
  return std::any_of(list.begin(), list.end(), [&](Expr e) {
    return std::any_of(before.reductions.begin(), before.reductions.end(),
                       [&](const PlannedReduction& each) { return arena.contains(e, each.node); });
  });
}

Expr negated(lift::Arena& arena, const std::vector<Expr>& terms) {
  return lift::product(arena, {lift::real(arena, -1), lift::sum(arena, terms)});
}

std::optional<LocalForm> squares(lift::Arena& arena, Expr variable, Expr body, const ReductionPhase& before) {
  const Node node = arena[body];
  if (node.kind != Kind::product || node.args.size() != 2 || node.args[0] != node.args[1]) return std::nullopt;
  const auto split = split_sum(arena, node.args[0], variable);
  if (!split || needs(arena, split->varying, before)) return std::nullopt;
  return LocalForm{LocalForm::Kind::squares, lift::sum(arena, split->varying), negated(arena, split->fixed), {}};
}

// Only the greatest of what the exponent varies by keeps the exponentials of all parts below 1.
std::optional<LocalForm> exponentials(lift::Arena& arena, Expr variable, Expr body, const ReductionPhase& before) {
  std::vector<Expr> factors{body};
  if (arena[body].kind == Kind::product) factors = arena[body].args;
  const auto is_exponential = [&](Expr e) { return arena[e].kind == Kind::call && arena.text(e) == "exp"; };
  const auto at = std::find_if(factors.begin(), factors.end(), is_exponential);
  if (at == factors.end()) return std::nullopt;
  const auto split = split_sum(arena, arena[*at].args[0], variable);
  factors.erase(at);
  if (!split || needs(arena, split->varying, before) || needs(arena, factors, before)) return std::nullopt;
  const Expr varying = lift::sum(arena, split->varying), shift = negated(arena, split->fixed);
  const bool is_greatest =
      std::any_of(before.reductions.begin(), before.reductions.end(), [&](const PlannedReduction& each) {
        return each.node == shift && each.how == lift::Fold::maximum && each.body == varying;
      });
  if (!is_greatest) return std::nullopt;
  return LocalForm{LocalForm::Kind::exponentials, varying, shift, std::move(factors)};
}

}  // namespace

std::optional<LocalForm> local_form(const Subject& subject, Expr variable, const PlannedReduction& reduction,
                                    const ReductionPhase& before) {
  if (reduction.how != lift::Fold::sum || !reduction.is_real) return std::nullopt;
  auto form = squares(subject.arena, variable, reduction.body, before);
  return form ? form : exponentials(subject.arena, variable, reduction.body, before);
}

}  // namespace whet::write
