// A chain of products in one kernel: a block computes a slice of the hidden values of its rows in shared memory, where
// the outer product has them as an operand, and then the next.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct ChainNumbers {
  int64_t tile_m = 64, tile_n = 64;          // rows and columns of a block
  int64_t tile_k = 16;                       // terms in shared memory at a time, of both products
  int64_t slice = 64;                        // hidden values of a row or a column at a time
  int64_t thread_m = 8, thread_n = 4;        // rows and columns of a thread
  int64_t thread_slice = 4, thread_own = 8;  // hidden values of a thread: of a slice, and of rows or columns
  int64_t group = 8;                         // tiles below each other that run side by side

  int64_t threads() const { return tile_m / thread_m * (tile_n / thread_n); }
  // Of registers of 4 bytes in a thread; `bytes` are those of a number.
  int64_t registers(int64_t bytes) const {
    const int64_t next = tile_k * (tile_m + tile_n + slice) / threads();
    return (thread_m * thread_n + thread_slice * thread_own + thread_m + thread_n + next) * bytes / 4 + 56;
  }
};

// An error says why the meaning is no chain (chain_plan.h).
Result<WrittenKernel> write_chain(const Subject& subject, const Nest& nest, const ChainNumbers& numbers);

}  // namespace whet::write
