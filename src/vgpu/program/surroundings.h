// What a kernel can query and no GPU guarantees: clocks and timers, the grid's number, the slot of a warp, the SM of a
// block. A kernel whose results depend on any of these is wrong. Giving it other answers, each of which some GPU might
// give, reveals that.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace whet::vgpu {

struct Surroundings {
  uint64_t seed = 0;         // of the answers in one launch; 0: default answers, beginning at zero
  bool flips_tests = false;  // tests of the time may be inverted, by the seed

  bool are_usual() const { return seed == 0; }
  uint64_t grid_id() const;
  // Added to the clock of the warp's SM, and to the timer that all SMs share. Neither overflows.
  uint64_t clock_offset(uint64_t block) const;
  uint64_t timer_offset() const;
  // Different for each warp of a block, and below k_warp_slots.
  uint32_t warp_slot(uint64_t block, uint32_t warp) const;
  uint32_t sm_of(uint64_t block, uint32_t sms) const;
  uint32_t sm_numbers(uint32_t sms) const;  // may be more than there are SMs
  // Whether the n-th execution of a test, at this instruction, is inverted.
  bool flips(uint32_t instruction, uint64_t nth) const;

 private:
  uint64_t drawn(uint64_t what, uint64_t which) const;
};

inline constexpr uint32_t k_warp_slots = 64;  // per SM

// The special registers, without %, that return the time.
std::span<const std::string_view> timer_names();

}  // namespace whet::vgpu
