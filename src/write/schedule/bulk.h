// Bulk: products of halves and bfloats by four warps at once (wgmma, sm_90a), whose tiles the copy engine brings. A
// thread of its own starts the copies, so that the warps that multiply do nothing else; a kernel before it writes the
// maps that describe the operands. Two blocks of a cluster can share the columns of their tiles.
#pragma once

#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct BulkNumbers {
  int64_t groups = 2;    // of four warps; each has 64 rows
  int64_t tile_n = 256;  // columns of a block: 128 or 256
  int64_t stages = 4;    // tiles in shared memory
  int64_t cluster = 1;   // blocks that share columns: 1 or 2
  int64_t blocks = 0;    // that go on with further tiles when one is done; 0: a block for each tile
  int64_t group = 8;     // tiles below each other that run side by side
  bool copies = false;   // operands to lines that the copy engine can bring, where theirs are none

  int64_t tile_m() const { return 64 * groups; }
  int64_t threads() const { return 128 * groups + 128; }
};

// For what write_warpgroup (warpgroup.h) has a form for, where the matrices of a batch are evenly apart. It compiles
// for sm_90a alone.
Result<WrittenKernel> write_bulk(const Subject& subject, const Nest& nest, const BulkNumbers& numbers);

}  // namespace whet::write
