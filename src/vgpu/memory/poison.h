// What memory and registers hold before anybody writes them: words that look random, always the same for a seed.
//
// A GPU leaves there what ran before, so a kernel that counts on zeros works by luck. Here it computes something else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whet::vgpu {

class Poison {
 public:
  // The pieces of memory that are poisoned by themselves.
  enum class Kind : uint64_t { shared = 1, stack, registers, stray, allocation };

  explicit Poison(uint64_t seed);
  ~Poison();
  Poison(const Poison&) = delete;
  Poison& operator=(const Poison&) = delete;

  // The piece `place` of its kind: the same for the same seed, whatever was filled before.
  void fill(std::byte* to, uint64_t bytes, Kind kind, uint64_t place) const;
  // Masks of predicates: all lanes or none, each.
  void fill_masks(std::byte* to, uint64_t bytes, uint64_t place) const;
  // Fresh pages that cost nothing until they are touched, poisoned; nullptr when the host has no room. They are
  // unmapped as they were asked for.
  std::byte* map(uint64_t bytes, uint64_t place);

 private:
  uint64_t start_of(Kind kind, uint64_t place) const;  // in the table, in bytes
  int tile();

  uint64_t seed_;
  std::vector<std::byte> table_;  // in the host's cache while it is used
  int tile_ = -1;                 // a file in memory that large allocations show until they are written
  bool tried_ = false;
};

}  // namespace whet::vgpu
