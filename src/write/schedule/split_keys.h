// Attention of few queries, on plain cores: keys and values are read once, straight to registers. Lanes share a key,
// groups of them take keys in turn, and so do blocks; a further kernel combines what blocks leave in scratch memory.
#pragma once

#include "write/subject/attention_plan.h"
#include "write/text/written.h"

namespace whet::write {

struct SplitKeysNumbers {
  int64_t rows = 1;                  // queries of a block
  int64_t lanes = 16;                // that share a key
  int64_t unroll = 4;                // keys of a group of lanes that are read at a time
  int64_t parts = 1;                 // blocks that share the keys of a query
  int64_t threads = 256;             // of a block
  int64_t terms = 64, columns = 64;  // the longest rows of queries and of values that it is fast for

  int64_t groups() const { return threads / lanes; }
};

// Where keys and values are neighbours in memory. An error says why this meaning is none.
Result<WrittenKernel> write_split_keys(const Subject& subject, const Nest& nest, const SplitKeysNumbers& numbers);

// The plan of attention whose keys and values can be read so; the bytes of their elements.
struct SplitKeysPlan {
  AttentionPlan attention;
  int64_t key_bytes = 2, value_bytes = 2;
};
Result<SplitKeysPlan> plan_split_keys(const Subject& subject, const Nest& nest);

}  // namespace whet::write
