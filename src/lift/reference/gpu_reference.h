// A meaning as one CUDA kernel that computes in double: what the C++ reference of cpp_reference.h says, on a GPU, where
// it answers at sizes for which a CPU takes minutes. It is written to be plain, not fast:
//
// - What depends on its own element alone is computed by a thread for each element.
// - What several elements share, as the sum of their row, is computed by a block, which then passes through them.
// - A result with a reduction of its own has a thread, or a block where there are few of them.
//
// Its text begins with a block that says how it is launched, as a candidate's does (docs/problem.md).
#pragma once

#include <string>
#include <vector>

#include "lift/reference/cpp_reference.h"

namespace whet::lift {

Result<std::string> gpu_reference(Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters,
                                  const ReferenceForm& form = {});

}  // namespace whet::lift
