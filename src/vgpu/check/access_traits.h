// What an access means for races: whether it may be concurrent with others, and whether it acquires or releases.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/check/happens_before.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct AccessTraits {
  bool strong = false;  // atomics, .relaxed, .acquire, .release: these may be concurrent with one another
  // Also strong, except between lanes of one warp in shared memory, where code relies on lockstep.
  bool is_volatile = false;
  bool block_scope = false;   // strong within the block only
  bool stores = false;        // an st: the stored value is in registers
  bool uses_old = true;       // false for an exchange, which overwrites the old value
  bool only_copies = false;   // copies bytes of local memory unchanged, which may be padding
  uint32_t used_bytes = ~0u;  // for a load: the bytes that are used
  bool acquires = false;      // acquires what the writers released
  // A strong or volatile load whose value only enters arithmetic. No branch or address depends on it, so the thread
  // does not use it to wait for another thread.
  bool decides_nothing = false;
  Reach releases = Reach::none;

  bool meets_others() const { return strong || is_volatile; }
};

AccessTraits traits_of(const ptx::Instruction& instruction);
// Per instruction of the program.
std::vector<AccessTraits> traits_of(const Program& program);

// The scope of a fence or membar.
Reach reach_of_fence(const ptx::Instruction& instruction);

}  // namespace whet::vgpu
