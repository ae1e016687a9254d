// What can go wrong while a kernel runs, and where it did.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace whet::vgpu {

enum class FaultKind : uint8_t {
  out_of_bounds,
  misaligned,
  use_after_free,
  uninitialised,       // --check init
  shared_race,         // --check race
  global_race,         // --check race
  barrier_divergence,  // --check sync
  async_not_waited,    // --check sync: bytes of a cp.async used before its wait, or by others before a barrier
  wrong_mask,          // a .sync mask that omits a lane that executes it; a shuffle from a lane that does not take part
  read_as_constant,    // --check race: ld.global.nc of bytes that the same launch writes
  deadlock,
  endless,  // the instruction budget ran out, or all who are left wait for what nobody writes
  trap,
  assertion,
  stack_overflow,
  read_only,     // a store to constant memory or to a parameter
  exited_block,  // access to the shared memory of a block of the cluster that has exited
  bad_tensor_map,
  bad_instruction,  // operands that no GPU accepts: a size, a mask, a coordinate
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

// The position of an index in an extent; x varies fastest.
inline Dim3 position_in(const Dim3& extent, uint64_t index) {
  return {static_cast<uint32_t>(index % extent.x), static_cast<uint32_t>(index / extent.x % extent.y),
          static_cast<uint32_t>(index / extent.x / extent.y)};
}

struct Fault {
  FaultKind kind = FaultKind::trap;
  uint32_t instruction = 0;  // index into Program::origins
  Dim3 block, thread;
  uint64_t address = 0;
  int bytes = 0;                     // 0: not an access
  std::string variable;              // "in", "tile"; empty when unknown
  int64_t offset = 0;                // of the address in the variable
  std::string detail;                // "8 bytes past the end of `in` (4096 bytes)"
  uint32_t other_instruction = ~0u;  // of a race: the other access
  Dim3 other_block, other_thread;
  uint64_t times = 1;    // how many occurrences this finding stands for
  bool went_on = false;  // the launch continued: an out-of-bounds read gave poison, a write was dropped
};

// "out of bounds", "race on shared memory"
const char* name_of(FaultKind kind);
// True if such a kernel would run on a GPU until it is killed.
inline bool never_ends(FaultKind kind) {
  return kind == FaultKind::endless || kind == FaultKind::deadlock;
}

}  // namespace whet::vgpu
