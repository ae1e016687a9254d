// A chain of products in two kernels: the first computes the hidden values once and leaves them in scratch memory, in
// lines of whole words, and the second multiplies them. Each is an ordinary product, or a thin one; hidden values that
// are maps of several sums take a kernel for each.
#pragma once

#include "write/schedule/product_stage.h"
#include "write/subject/chain_plan.h"

namespace whet::write {

struct ChainApartNumbers {
  StageNumbers hidden, outer;  // of the kernels of the hidden values, and of the one that multiplies them
  bool rounds = false;         // hidden values, to the type of what they are multiplied with
};

// The meaning in two stages: the outer product, and what makes its hidden values, which are of the hidden type where
// one is given.
Result<Stages> stages_of_chain(const Subject& subject, const Nest& nest, const ChainPlan& plan,
                               std::optional<ElementType> hidden_type = {});

// An error says why the meaning is no chain.
Result<WrittenKernel> write_chain_apart(const Subject& subject, const Nest& nest, const ChainApartNumbers& numbers);

}  // namespace whet::write
