// Memory pools: who has allocated how much in stream order. All memory comes from the device; a pool keeps the books.
#pragma once

#include <driver_types.h>

#include <map>
#include <memory>

#include "util/result.h"

namespace whet::cudart {

struct Pool {
  std::map<cudaMemPoolAttr, int> reuse = {{cudaMemPoolReuseFollowEventDependencies, 1},
                                          {cudaMemPoolReuseAllowOpportunistic, 1},
                                          {cudaMemPoolReuseAllowInternalDependencies, 1}};
  uint64_t threshold = 0;  // bytes it keeps when the program waits
  uint64_t used = 0, used_high = 0;
  uint64_t reserved = 0, reserved_high = 0;

  void take(uint64_t bytes);
  void give_back(uint64_t bytes);
  // Keeps no more than `bytes` beside what is used.
  void trim(uint64_t bytes);
};

class Pools {
 public:
  Pools() = default;
  Pools(const Pools&) = delete;
  Pools& operator=(const Pools&) = delete;

  Pool* standard() { return &standard_; }
  // That of cudaMallocAsync.
  Pool* current() const { return current_; }
  // nullptr: the handle is of no pool.
  Pool* find(cudaMemPool_t handle);
  Pool* create();
  bool destroy(cudaMemPool_t handle);
  void make_current(Pool* pool) { current_ = pool; }

  void note(void* address, uint64_t bytes, Pool* pool);
  // The allocation goes back to its pool, if it came from one.
  void forget(void* address);
  // As at the start.
  void reset();

 private:
  struct Share {
    Pool* pool = nullptr;
    uint64_t bytes = 0;
  };
  Pool standard_;
  Pool* current_ = &standard_;
  std::map<Pool*, std::unique_ptr<Pool>> created_;
  std::map<void*, Share> shares_;
};

}  // namespace whet::cudart
