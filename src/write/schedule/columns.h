// Columns: neighbouring threads take neighbouring columns, and the threads above each other share the rows.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct ColumnsNumbers {
  int64_t threads = 256;  // per block
  int64_t lanes = 32;     // threads beside each other: a power of two
  int64_t vector = 4;     // columns of a thread
  int64_t in_flight = 4;  // rows that a thread loads before it uses one
  int64_t parts = 1;      // of the rows, each with blocks of its own; a further kernel combines them
  bool holds = false;     // rows that are loaded at once serve all phases of the reductions
};

// For meanings whose reductions run across memory: sums and statistics of columns, vector times matrix. `parts` is 1
// here; see write_split_columns for more of them, and for maps that follow.
Result<WrittenKernel> write_columns(const Subject& subject, const Nest& nest, const ColumnsNumbers& numbers);

}  // namespace whet::write
