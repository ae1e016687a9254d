// Scatter: rows of updates at computed places. kLanes threads share a row, whose place is read once, and add packs.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct ScatterNumbers {
  int64_t threads = 256;  // per block
  int64_t lanes = 32;     // threads that share a row: a power of two
  int64_t vector = 4;     // elements of a pack
  int64_t in_flight = 1;  // packs that a thread loads before it uses one
};

// For sums whose places depend on data and run along memory otherwise. An error says why this meaning has none.
Result<WrittenKernel> write_scatter(const Subject& subject, const Nest& nest, const ScatterNumbers& numbers);

}  // namespace whet::write
