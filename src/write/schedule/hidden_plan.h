// The hidden values of a chain as sums of products of their own: one, or several in gated layers.
#pragma once

#include "write/subject/chain_plan.h"

namespace whet::write {

struct HiddenPlan {
  Expr value;  // the map of the sums' totals
  // Rows of each are hidden values, columns what the chain's result has of their side.
  std::vector<ContractionPlan> sums;
};

// An error says which of the sums is no such product.
Result<HiddenPlan> plan_hidden(const Subject& subject, const Nest& nest, const ChainPlan& plan);

}  // namespace whet::write
