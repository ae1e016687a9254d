// What an access means to other threads: whether it may meet theirs, and what it tells them.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/check/happens_before.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct AccessTraits {
  bool strong = false;       // atomics, .relaxed, .acquire, .release: may meet one another
  bool is_volatile = false;  // the same, but in shared memory not between lanes of a warp: those trust running together
  bool block_scope = false;  // ... within the block only
  bool stores = false;       // st: the value is in registers
  bool uses_old = true;      // false: an exchange overwrites what it finds
  bool only_copies = false;  // bytes of local memory that go to another place as they are: padding, it may be
  uint32_t used_bytes = ~0u;  // of a load: the bytes that matter
  bool acquires = false;      // learns what those who wrote it knew
  // A load that may meet others, of a value that is only computed with: nothing is decided by it, so nothing waits for
  // what another thread is to write there.
  bool decides_nothing = false;
  Reach releases = Reach::none;

  bool meets_others() const { return strong || is_volatile; }
};

AccessTraits traits_of(const ptx::Instruction& instruction);
// Per instruction of the program.
std::vector<AccessTraits> traits_of(const Program& program);

// How far a fence or membar reaches.
Reach reach_of_fence(const ptx::Instruction& instruction);

}  // namespace whet::vgpu
