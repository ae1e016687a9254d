// Attention by four warps at once (wgmma, sm_90a): a producer warpgroup copies tiles of keys and values in the
// background, consumer warpgroups multiply. Scores and weights stay in registers, and scores of the next tile are under
// way while those of this one become weights.
#pragma once

#include "write/subject/attention_plan.h"
#include "write/text/written.h"

namespace whet::write {

struct WarpgroupAttentionNumbers {
  int64_t groups = 2;                // of four warps that multiply; each has 64 rows
  int64_t keys = 128;                // of a tile
  int64_t stages = 2;                // tiles of keys and values in shared memory
  int64_t terms = 64, columns = 64;  // the longest rows of queries and of values that it is fast for

  int64_t rows() const { return 64 * groups; }
  int64_t threads() const { return 128 * groups + 128; }
};

// For what write_attention (attention.h) has a form for. It compiles for sm_90a alone.
Result<WrittenKernel> write_warpgroup_attention(const Subject& subject, const Nest& nest,
                                                const WarpgroupAttentionNumbers& numbers);

}  // namespace whet::write
