// What a thread does to shared memory, in the order of the program. All threads of the block do the same with their own
// indices: that is how a load finds who stored what it reads (shared_reader.h).
#pragma once

#include <optional>
#include <vector>

#include "lift/loop/thread_loop.h"

namespace whet::lift {

struct SharedEntry {
  enum class Kind : uint8_t {
    store,
    update,   // an atomic operation: memory = memory (how) value
    barrier,  // what was stored before is seen by all threads
    mark,     // a loop begins
    load,     // an access that a store without a barrier between may disturb
    warp,     // lanes exchange values: all of a warp have done what comes before
  } kind = Kind::barrier;
  Expr array = {};  // a symbol
  Expr offset = {};
  int bytes = 0;
  Expr value = {};
  Fold how = Fold::sum;
  std::vector<Expr> guard = {};
  std::vector<ThreadLoop> loops = {};
  uint32_t line = 0;
};
inline bool changes_memory(const SharedEntry& entry) {
  return entry.kind == SharedEntry::Kind::store || entry.kind == SharedEntry::Kind::update;
}
inline bool tells_time(const SharedEntry& entry) {
  return entry.kind != SharedEntry::Kind::load && entry.kind != SharedEntry::Kind::warp;
}
using SharedLog = std::vector<SharedEntry>;

// A value that was read from shared memory when the log had `time` entries. It stays in expressions until it can be
// told who stored it.
Expr shared_load(Arena& arena, Expr array, Expr offset, int bytes, size_t time);
bool is_shared_load(const Arena& arena, Expr e);
size_t time_of(const Arena& arena, Expr load);
bool has_shared_load(const Arena& arena, Expr e);

}  // namespace whet::lift
