// Which thread, in which pass of its loops, stored to a place of shared memory.
#pragma once

#include <optional>

#include "lift/block/shared_log.h"

namespace whet::lift {

struct Writer {
  enum class Answer : uint8_t { found, never, cannot_tell } answer = Answer::cannot_tell;
  Expr condition = {};  // that there is one
  Expr value = {};      // what it stored
  Expr is_reader = {};  // that it is the thread that reads
  Expr known_if = {};   // the answer is right only if this holds: what is left of the offset is less than a stride
};

// Reads the offset of the store as a number with mixed radix in the indices of the thread and the passes of its loops,
// the largest stride first:
//   tile[threadIdx.y][threadIdx.x] = v(threadIdx)      read at tile[k][j]:  v(threadIdx.y = k, threadIdx.x = j)
// An index that the offset does not hold must not matter, or be fixed by the guard.
Writer find_writer(Arena& arena, const SharedEntry& store, Expr target);

// The number of threads and passes that may have changed the place, for updates: all of them, as open reductions.
struct Updates {
  std::vector<std::pair<Expr, Expr>> ranges;  // variable and count
  Expr condition = {};                        // that the offset is the place, and the guards hold
  Expr value = {};
};
Updates all_writers(Arena& arena, const SharedEntry& update, Expr target);

}  // namespace whet::lift
