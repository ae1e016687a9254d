// The terms of a product in parts, for results that are too few to fill a GPU: blocks leave their sums in scratch
// memory, and a map adds them up in a fixed order.
#pragma once

#include <functional>

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

using WriteProduct = std::function<Result<WrittenKernel>(const Subject&, const Nest&)>;

// Parts have a multiple of `granule` terms; `write` writes the kernel of the parts.
Result<WrittenKernel> write_split_terms(const Subject& subject, const Nest& nest, int64_t parts, int64_t granule,
                                        const WriteProduct& write);

}  // namespace whet::write
