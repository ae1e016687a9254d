// Poison: what memory and registers hold before they are written. The words look random, and are the same for a seed.
//
// A GPU leaves there what earlier kernels wrote, so a kernel that relies on zeros works by luck. Here it fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whet::vgpu {

class Poison {
 public:
  // The kinds of memory that are poisoned.
  enum class Kind : uint64_t { shared = 1, stack, registers, stray, allocation };

  explicit Poison(uint64_t seed);
  ~Poison();
  Poison(const Poison&) = delete;
  Poison& operator=(const Poison&) = delete;

  // Fills piece number `place` of its kind. The content depends on the seed only, not on earlier calls.
  void fill(std::byte* to, uint64_t bytes, Kind kind, uint64_t place) const;
  // Fills predicate masks: each is all lanes or none.
  void fill_masks(std::byte* to, uint64_t bytes, uint64_t place) const;
  // Poisoned pages that use no memory until they are written; nullptr if the host has no room. The caller unmaps them
  // with the same size.
  std::byte* map(uint64_t bytes, uint64_t place);

 private:
  uint64_t start_of(Kind kind, uint64_t place) const;  // byte offset in the table
  int tile();

  uint64_t seed_;
  std::vector<std::byte> table_;  // small enough to stay in the host's cache
  int tile_ = -1;                 // a file in memory whose pages large allocations map until they are written
  bool tried_ = false;
};

}  // namespace whet::vgpu
