#include "lift/study/factors.h"

#include <algorithm>

#include "lift/expression/polynomial.h"

namespace whet::lift {

std::vector<Expr> product_factors(Arena& arena, Expr e) {
  if (arena[e].kind == Kind::product) return arena[e].args;
  if (arena[e].kind != Kind::polynomial) return {};
  const std::vector<Term> terms = terms_of(arena, e);
  return terms.size() == 1 ? terms[0].atoms : std::vector<Expr>();
}

Expr innermost_body(Arena& arena, Expr body) {
  while (arena[body].kind == Kind::reduction) body = open_reduction(arena, body).body;
  return body;
}

std::vector<LoadFact> factors_in(Arena& arena, const ReductionFact& reduction) {
  const std::vector<Expr> args = product_factors(arena, innermost_body(arena, reduction.open.body));
  std::vector<LoadFact> factors;
  for (const LoadFact& load : reduction.loads) {
    const bool is_factor = std::any_of(args.begin(), args.end(), [&](Expr arg) {
      return arena[arg].kind == Kind::load && arena[arg].args[0] == load.array && arena[arg].args[1] == load.offset;
    });
    if (is_factor && (load.variables >> reduction.slot & 1) != 0) factors.push_back(load);
  }
  return factors;
}

}  // namespace whet::lift
