// Pairwise: every element is combined with all of another range. Tiles of that range are kept in shared memory, and a
// thread has several elements in registers.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct PairwiseNumbers {
  int64_t threads = 256;   // per block
  int64_t per_thread = 2;  // elements that a thread has in registers
  int64_t tile = 256;      // terms that a block keeps in shared memory
  int64_t unroll = 8;      // terms that are computed without a test between them
  int64_t parts = 1;       // of a tile, for different threads: for ranges that are too short to fill the GPU
};

// For reductions whose loads depend on the element alone or on the term alone: n-body, nearest distances, sums of
// kernels. The nest has no short ranges (find_expanded_nest). An error says why this meaning has none.
Result<WrittenKernel> write_pairwise(const Subject& subject, const Nest& nest, const PairwiseNumbers& numbers);

}  // namespace whet::write
