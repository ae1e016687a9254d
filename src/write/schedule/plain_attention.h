// Attention on plain cores, in single precision: online softmax over tiles of keys, which lie in shared memory. Groups
// of warps share the keys of a block's rows and join what they found at the end; a thread has a few rows, and of these
// some keys and some columns in registers.
#pragma once

#include "write/subject/attention_plan.h"
#include "write/text/written.h"

namespace whet::write {

struct PlainAttentionNumbers {
  int64_t rows = 64;                 // of a block
  int64_t thread_rows = 8;           // a warp has 4 times as many, and all their columns
  int64_t groups = 2;                // of warps, which take turns with tiles of keys
  int64_t terms = 64, columns = 64;  // the longest rows of queries and of values that it is fast for

  int64_t keys() const { return 32; }  // of a tile: 4 of each lane along a row
  int64_t group_threads() const { return rows / (4 * thread_rows) * 32; }
  int64_t threads() const { return group_threads() * groups; }
  int64_t shared_bytes() const;
};

// An error says why this meaning is no attention.
Result<WrittenKernel> write_plain_attention(const Subject& subject, const Nest& nest,
                                            const PlainAttentionNumbers& numbers);

}  // namespace whet::write
