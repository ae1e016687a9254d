// Attention: online softmax over tiles of keys, on tensor cores (mma.sync, sm_80 and later). Keys and values come to
// shared memory in the background; scores and weights stay in registers.
#pragma once

#include "write/subject/attention_plan.h"
#include "write/text/written.h"

namespace whet::write {

struct AttentionNumbers {
  int64_t rows = 128, keys = 64;     // of a tile
  int64_t warp_rows = 32;            // of a warp: 16 or 32
  int64_t stages = 2;                // tiles of keys and values in shared memory
  bool is_held = false;              // the queries stay in registers, else in shared memory
  int64_t terms = 64, columns = 64;  // the longest rows of queries and of values that it is fast for

  int64_t threads() const { return rows / warp_rows * 32; }
};

// For halves and bfloats as they are in memory, with results of the same type: weights are rounded to it before they
// are multiplied with values. An error says why this meaning is none.
Result<WrittenKernel> write_attention(const Subject& subject, const Nest& nest, const AttentionNumbers& numbers);

// The plan of attention that tensor cores have a form for.
Result<AttentionPlan> plan_tensor_attention(const Subject& subject, const Nest& nest);

}  // namespace whet::write
