// Rows: kLanes threads reduce a row together, and where a map follows, store the row from what they still hold.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct RowsNumbers {
  int64_t threads = 256;    // per block
  int64_t lanes = 256;      // threads per row: a power of two up to 32, or all threads of the block
  int64_t vector = 4;       // elements of a pack
  int64_t in_flight = 2;    // packs that a thread loads before it uses one, in rows that it does not hold
  int64_t held = 4;         // packs of a row that a thread keeps in registers; 0: none, the row is read again
  bool is_of_rows = false;  // a term may be made of reductions of its own, which a thread makes alone
};

// For meanings whose reductions run along memory: sums of rows, softmax, norms, matrix times vector, sparse rows.
Result<WrittenKernel> write_rows(const Subject& subject, const Nest& nest, const RowsNumbers& numbers);

}  // namespace whet::write
