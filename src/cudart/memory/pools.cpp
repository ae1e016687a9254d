#include "cudart/memory/pools.h"

#include <algorithm>

namespace whet::cudart {

namespace {

constexpr uint64_t k_granule = 2 << 20;  // bytes; a pool reserves multiples of it

uint64_t whole_granules(uint64_t bytes) {
  return (bytes + k_granule - 1) / k_granule * k_granule;
}

}  // namespace

void Pool::take(uint64_t bytes) {
  used += bytes;
  used_high = std::max(used_high, used);
  reserved = std::max(reserved, whole_granules(used));
  reserved_high = std::max(reserved_high, reserved);
}

void Pool::give_back(uint64_t bytes) {
  used -= std::min(used, bytes);
  if (reserved > threshold) trim(threshold);
}

void Pool::trim(uint64_t bytes) {
  reserved = std::min(reserved, whole_granules(std::max(used, bytes)));
}

Pool* Pools::find(cudaMemPool_t handle) {
  const auto pool = reinterpret_cast<Pool*>(handle);
  return pool == &standard_ || created_.contains(pool) ? pool : nullptr;
}

Pool* Pools::create() {
  auto pool = std::make_unique<Pool>();
  Pool* const made = pool.get();
  created_[made] = std::move(pool);
  return made;
}

bool Pools::destroy(cudaMemPool_t handle) {
  const auto pool = reinterpret_cast<Pool*>(handle);
  if (!created_.contains(pool)) return false;
  std::erase_if(shares_, [&](const auto& entry) { return entry.second.pool == pool; });
  if (current_ == pool) current_ = &standard_;
  created_.erase(pool);
  return true;
}

void Pools::note(void* address, uint64_t bytes, Pool* pool) {
  shares_[address] = {pool, bytes};
  pool->take(bytes);
}

void Pools::forget(void* address) {
  const auto found = shares_.find(address);
  if (found == shares_.end()) return;
  found->second.pool->give_back(found->second.bytes);
  shares_.erase(found);
}

void Pools::reset() {
  shares_.clear();
  created_.clear();
  standard_ = {};
  current_ = &standard_;
}

}  // namespace whet::cudart
