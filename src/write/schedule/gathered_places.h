// The places of a gathered operand's elements, taken apart: what of them depends on the element's own index, and what
// on the term.
//
//   x[i, c, p + r - 1, q + s - 1]:  (i, p, q) is the own part, (c, r, s) that of the term
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "write/subject/contraction_plan.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

class GatheredPlaces {
 public:
  GatheredPlaces(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand)
      : arena_(subject.arena), plan_(plan), operand_(operand) {}

  // What of a place or a comparison depends on the own index, and what on the term.
  struct Part {
    Expr own, of_term;
  };
  // Nothing: an index of the one is multiplied with one of the other.
  std::optional<Part> divided(Expr e) const;
  std::vector<Expr> loads() const;
  std::vector<Expr> compared() const;  // the integers that guards compare with zero
  // Why places or guards cannot be taken apart; empty: they can.
  std::string refusal() const;
  // The ranges of terms that guards depend on.
  std::vector<lift::SpaceIndex> deciding() const;
  // The term's part of a load's place, in elements.
  std::string offset_text(Expr load, CudaExpression& text) const;
  // Whether an element is there, as C++; indices are bound.
  std::string guards_text(CudaExpression& text) const;
  // The number of the values that deciding indices have, which are bound: "((int)r) * 3 + (int)s".
  std::string bit_text(CudaExpression& text) const;

 private:
  bool mentions(Expr e, const std::vector<lift::SpaceIndex>& indices) const;
  bool mentions_term(Expr e) const;
  bool mentions_own(Expr e) const;

  lift::Arena& arena_;
  const ContractionPlan& plan_;
  const ContractionOperand& operand_;
};

}  // namespace whet::write
