// Split: the range of a reduction is shared by many blocks, which leave their parts in scratch memory for a further
// kernel. For few rows or columns, and for full reductions. The order of a sum does not depend on which block is
// faster.
#pragma once

#include "write/schedule/columns.h"
#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct SplitNumbers {
  int64_t threads = 256;  // per block, of which each takes a part of a row
  int64_t vector = 4;     // elements of a pack
  int64_t in_flight = 4;  // packs that a thread loads before it uses one
  int64_t parts = 264;    // of a row
};

// Reductions along memory: sums, products and extremes of everything, dot products, softmax of few long rows.
Result<WrittenKernel> write_split(const Subject& subject, const Nest& nest, const SplitNumbers& numbers);

// Columns in `numbers.parts` parts, or in one where a map follows the reductions.
Result<WrittenKernel> write_split_columns(const Subject& subject, const Nest& nest, const ColumnsNumbers& numbers);

}  // namespace whet::write
