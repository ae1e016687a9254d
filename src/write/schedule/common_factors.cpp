#include "write/schedule/common_factors.h"

#include <algorithm>

namespace whet::write {

std::vector<Expr> common_factors(const lift::Arena& arena, const std::vector<PlannedReduction>& reductions) {
  const bool are_products = std::all_of(reductions.begin(), reductions.end(), [&](const PlannedReduction& each) {
    return each.how == lift::Fold::sum && each.is_real && arena[each.body].kind == lift::Kind::product;
  });
  if (!are_products || reductions.size() < 2) return {};
  std::vector<Expr> common = arena[reductions[0].body].args;
  for (const PlannedReduction& each : reductions) {
    std::vector<Expr> left = arena[each.body].args, both;
    for (const Expr factor : common) {
      const auto at = std::find(left.begin(), left.end(), factor);
      if (at == left.end()) continue;
      left.erase(at);
      both.push_back(factor);
    }
    common = std::move(both);
  }
  return common.size() >= 2 ? common : std::vector<Expr>{};
}

std::vector<Expr> factors_without(const lift::Arena& arena, Expr body, const std::vector<Expr>& common) {
  std::vector<Expr> left = arena[body].args;
  for (const Expr factor : common) left.erase(std::find(left.begin(), left.end(), factor));
  return left;
}

}  // namespace whet::write
