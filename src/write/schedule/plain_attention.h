// Attention on plain cores, in single precision: online softmax over tiles of keys, which lie in shared memory; a
// thread has a few rows, and of these some keys and some columns.
#pragma once

#include "write/subject/attention_plan.h"
#include "write/text/written.h"

namespace whet::write {

struct PlainAttentionNumbers {
  int64_t rows = 64, keys = 32;      // of a tile; 16 threads share a row, and 16 rows or groups of them a block
  int64_t terms = 64, columns = 64;  // the longest rows of queries and of values that it is fast for
};

// An error says why this meaning is no attention.
Result<WrittenKernel> write_plain_attention(const Subject& subject, const Nest& nest,
                                            const PlainAttentionNumbers& numbers);

}  // namespace whet::write
