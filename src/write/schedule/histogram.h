// Histogram: elements that are combined at computed places. Blocks count in shared memory and merge what they have, or
// every update goes to global memory.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct HistogramNumbers {
  int64_t threads = 256;    // per block
  int64_t vector = 4;       // elements of a pack
  int64_t in_flight = 2;    // packs that a thread loads before it uses one
  int64_t blocks = 1056;    // at most
  int64_t bins = 0;         // that a block counts in shared memory; 0: none
  int64_t replicas = 1;     // counters of a bin, for different lanes
  bool aggregates = false;  // lanes with the same place make one update
};

// For updates whose places depend on data: histograms, scatter with sums or extremes. An error says why this meaning
// has none.
Result<WrittenKernel> write_histogram(const Subject& subject, const Nest& nest, const HistogramNumbers& numbers);

// A count that places stay below, and whether that holds at all sizes or only at the case to be fast at.
struct BinBound {
  int64_t count = 0;
  bool is_certain = false;
};
std::optional<BinBound> bin_bound(const Subject& subject, const lift::Statement& statement);

}  // namespace whet::write
