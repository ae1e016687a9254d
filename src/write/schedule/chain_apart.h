// A chain of products in two kernels: the first computes the hidden values once and leaves them in scratch memory, in
// lines of whole words, and the second multiplies them. Each is an ordinary product, or a thin one.
#pragma once

#include <variant>

#include "write/schedule/product.h"
#include "write/schedule/thin.h"
#include "write/subject/chain_plan.h"

namespace whet::write {

using StageNumbers = std::variant<ProductNumbers, ThinNumbers>;

struct ChainApartNumbers {
  StageNumbers hidden, outer;  // of the kernel of the hidden values, and of the one that multiplies them
};

// The meaning in two stages: the outer product, and what makes its hidden values.
Result<Stages> stages_of_chain(const Subject& subject, const Nest& nest, const ChainPlan& plan);

// An error says why the meaning is no chain.
Result<WrittenKernel> write_chain_apart(const Subject& subject, const Nest& nest, const ChainApartNumbers& numbers);

}  // namespace whet::write
