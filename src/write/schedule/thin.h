// Thin: products of which one side is a few elements long. The long operand is read once, straight to registers, and
// meets all elements of the short one there.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct ThinNumbers {
  bool is_row_few = true;  // else the columns are few
  int64_t few = 4;         // elements of the short side, of a thread
  int64_t many = 4;        // elements of the long side, of a thread
  int64_t terms = 4;       // of a thread at a time
  int64_t lanes = 32;      // threads that share the terms of an element
  int64_t threads = 128;   // of a block
  int64_t parts = 1;       // blocks that share the terms of a tile

  int64_t tile() const { return threads / lanes * many; }  // elements of the long side, of a block
};

// For sums of products of two operands (contraction_plan.h), with maps before and after. Right for sides of any length,
// fast where one has at most about 16 elements. An error says why this meaning is none.
Result<WrittenKernel> write_thin(const Subject& subject, const Nest& nest, const ThinNumbers& numbers);

}  // namespace whet::write
