// Product: matrices on plain cores. A block computes a tile of the result from tiles of both operands in shared memory,
// a thread a smaller one from registers.
#pragma once

#include "write/schedule/whole_lines.h"
#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct ProductNumbers {
  int64_t tile_m = 128, tile_n = 128;  // rows and columns of a block
  int64_t tile_k = 16;                 // terms in shared memory at a time
  int64_t thread_m = 8, thread_n = 8;  // rows and columns of a thread
  int64_t parts = 1;                   // blocks that share the terms of a tile
  int64_t group = 8;                   // tiles below each other that run side by side
  LineCopies copies = {};              // of operands, by kernels before

  // Of registers of 4 bytes in a thread; `bytes` are those of a number: sums, fragments, what comes next, addresses.
  int64_t registers(int64_t bytes) const {
    const int64_t next = copies.left && copies.right ? 0 : tile_k * (tile_m + tile_n) / threads();
    return (thread_m * thread_n + thread_m + thread_n + next) * bytes / 4 + 32;
  }
  int64_t threads() const { return tile_m / thread_m * (tile_n / thread_n); }
  // Whether threads have at most half of the registers that one can have. What comes next then does not wait in them,
  // and a thread keeps one address of each operand.
  bool is_tight(int64_t bytes) const;
};

// For sums of products of two operands (contraction_plan.h), with maps before and after. An error says why this meaning
// is none.
Result<WrittenKernel> write_product(const Subject& subject, const Nest& nest, const ProductNumbers& numbers);

}  // namespace whet::write
