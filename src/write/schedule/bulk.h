// Bulk: products of halves and bfloats, and of floats where the class is tf32, by four warps at once (wgmma, sm_90a),
// whose tiles TMA brings. A thread of a producer warpgroup starts the loads, so that the warps that multiply do nothing
// else; a kernel before it writes the maps that describe the operands, and rounded copies of floats. Two blocks of a
// cluster can share the columns of their tiles.
#pragma once

#include "write/subject/contraction_plan.h"
#include "write/text/written.h"

namespace whet::write {

struct BulkNumbers {
  int64_t groups = 2;    // of four warps; each has 64 rows
  int64_t tile_n = 256;  // columns of a block: 128 or 256
  int64_t stages = 4;    // tiles in shared memory
  int64_t cluster = 1;   // blocks that share columns: 1 or 2
  int64_t blocks = 0;    // that go on with further tiles when one is done; 0: a block for each tile
  int64_t group = 16;    // tiles below each other that run side by side: those of all blocks are about a square
  bool copies = false;   // operands to lines that TMA can bring, where theirs are none

  int64_t tile_m() const { return 64 * groups; }
  int64_t threads() const { return 128 * groups + 128; }
};

// The plan of a sum that tensor cores have a form for; where the class is tf32 also of one whose operands are computed
// from what is in memory: the kernel that copies them does that.
Result<ContractionPlan> plan_bulk(const Subject& subject, const Nest& nest);

// Where operands are read as they are, the matrices of a batch have to be evenly apart. It compiles for sm_90a alone.
Result<WrittenKernel> write_bulk(const Subject& subject, const Nest& nest, const BulkNumbers& numbers);

// The same for maps of two sums that share their left operand (shared_left_plan.h). The columns of a block are half of
// `tile_n`: those of both sums are multiplied as if they lay side by side.
Result<WrittenKernel> write_bulk_of_two(const Subject& subject, const Nest& nest, const BulkNumbers& numbers);

}  // namespace whet::write
