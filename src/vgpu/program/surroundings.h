// What a kernel can ask its GPU and no GPU promises an answer to: clocks and timers, the number of the grid, the slot
// of a warp, the SM of a block. A kernel whose results depend on any of it is wrong, and is found out by other answers,
// each of which some GPU might give.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace whet::vgpu {

struct Surroundings {
  uint64_t seed = 0;         // of the answers in one launch; 0: the plain ones, beginning at zero
  bool flips_tests = false;  // tests of the time come out either way, by the seed

  bool are_usual() const { return seed == 0; }
  uint64_t grid_id() const;
  // Added to the clock of the warp's SM, and to the timer that all SMs share. What is added lets neither overflow.
  uint64_t clock_offset(uint64_t block) const;
  uint64_t timer_offset() const;
  // Distinct for the warps of a block, below k_warp_slots.
  uint32_t warp_slot(uint64_t block, uint32_t warp) const;
  uint32_t sm_of(uint64_t block, uint32_t sms) const;
  uint32_t sm_numbers(uint32_t sms) const;  // may be more than there are SMs
  // Whether the test at this instruction comes out as it is not, the n-th time.
  bool flips(uint32_t instruction, uint64_t nth) const;

 private:
  uint64_t drawn(uint64_t what, uint64_t which) const;
};

inline constexpr uint32_t k_warp_slots = 64;  // of an SM

// The special registers, without %, that tell the time.
std::span<const std::string_view> timer_names();

}  // namespace whet::vgpu
