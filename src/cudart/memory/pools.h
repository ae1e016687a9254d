// Memory pools of stream-ordered allocation. All memory comes from the device; a pool only keeps account of it.
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
  uint64_t threshold = 0;  // reserved bytes that the pool keeps when memory is freed
  uint64_t used = 0, used_high = 0;
  uint64_t reserved = 0, reserved_high = 0;

  void take(uint64_t bytes);
  void give_back(uint64_t bytes);
  // Shrinks the reservation to `bytes`, but not below what is used.
  void trim(uint64_t bytes);
};

class Pools {
 public:
  Pools() = default;
  Pools(const Pools&) = delete;
  Pools& operator=(const Pools&) = delete;

  Pool* standard() { return &standard_; }
  // The pool of cudaMallocAsync.
  Pool* current() const { return current_; }
  // nullptr if the handle is not a pool.
  Pool* find(cudaMemPool_t handle);
  Pool* create();
  bool destroy(cudaMemPool_t handle);
  void make_current(Pool* pool) { current_ = pool; }

  void note(void* address, uint64_t bytes, Pool* pool);
  // Returns the allocation to its pool if it came from one.
  void forget(void* address);
  // Restores the initial state.
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
