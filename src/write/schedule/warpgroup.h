// Warpgroup: products of halves, bfloats and, where the class is tf32, floats by four warps at once (wgmma, sm_90a).
// Both operands are read from shared memory, to which they are copied in the background; floats come through registers.
#pragma once

#include "write/schedule/neighbour_terms.h"
#include "write/subject/nest.h"
#include "write/text/written.h"

namespace whet::write {

struct WarpgroupNumbers {
  int64_t groups = 2;                    // of four warps; each has 64 rows
  int64_t tile_n = 256;                  // columns of a block: 128 or 256
  int64_t stages = 4;                    // tiles in shared memory
  int64_t parts = 1;                     // blocks that share the terms of a tile
  int64_t group = 8;                     // tiles below each other that run side by side
  TermCopies copies = TermCopies::none;  // of operands, by kernels before

  int64_t tile_m() const { return 64 * groups; }
  int64_t threads() const { return 128 * groups; }
};

// For what write_tensor (tensor.h) has a form for, bytes excepted. It compiles for sm_90a alone.
Result<WrittenKernel> write_warpgroup(const Subject& subject, const Nest& nest, const WarpgroupNumbers& numbers);

}  // namespace whet::write
