// An operand of a product as an array of its own, in which the terms of one range are neighbours: what a kernel before
// the product copies it to.
//
//   x[i, c, p + r - 1, q + s - 1] where 0 <= p + r - 1 < height and 0 <= q + s - 1 < width
//     ->  copy[i, y, z, c] = x[i, c, y, z] for y < height, z < width; the product reads copy[i, p + r - 1, q + s - 1,
//     c]
#pragma once

#include <vector>

#include "write/subject/contraction_plan.h"

namespace whet::write {

// A dimension of the copy, and where in it the product reads.
struct LayoutDimension {
  lift::SpaceIndex index;
  Expr read;  // of the product's indices
};

struct OperandLayout {
  std::vector<LayoutDimension> outer;
  lift::SpaceIndex last;  // the terms that become neighbours
  Expr from;              // bytes: where an element of these dimensions is in the operand's array
};

// The range of terms that can be neighbours: the longest of which no guard of an operand depends. Nothing: there is
// none.
std::optional<lift::SpaceIndex> neighbour_range(const Subject& subject, const ContractionPlan& plan);

// An error: the operand's places are no sums of such dimensions.
Result<OperandLayout> operand_layout(const Subject& subject, const ContractionPlan& plan,
                                     const ContractionOperand& operand, const lift::SpaceIndex& last);

// `e` with the parts of the indices that count through several in their place.
Expr with_parts(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand, Expr e);

}  // namespace whet::write
