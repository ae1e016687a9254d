// Expressions as mathematics, in the order in which lift/expression/print.h shows them.
#pragma once

#include <map>
#include <string>

#include "lift/expression/print.h"
#include "lift/formula/array_shape.h"
#include "lift/formula/math.h"

namespace whet::lift {

class MathBuilder {
 public:
  MathBuilder(Arena& arena, const Names& names, ArrayShapes& shapes) : arena_(arena), names_(names), shapes_(shapes) {}

  // From now on this expression is shown so.
  void call_it(Expr e, Math name) { known_[e.id] = std::move(name); }
  void forget(Expr e) { known_.erase(e.id); }

  Math build(Expr e);
  Math element(Expr array, Expr offset, int bytes);
  Math terms(std::vector<Term> terms);
  std::string name(Expr e) { return print(arena_, e, names_); }

 private:
  Math composed(Expr e, const Node& node);
  Math parts(Math::Kind kind, const std::vector<Expr>& args, std::string text = {});
  Math number(double value) const;
  Math term(const Term& term);
  Math sum(const Node& node);
  Math product(const std::vector<Expr>& args);
  Math comparison(Expr e, const std::string& sign);
  Math negation(Expr e);

  Arena& arena_;
  const Names& names_;
  ArrayShapes& shapes_;
  std::map<uint32_t, Math> known_;
};

}  // namespace whet::lift
