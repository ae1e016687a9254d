#include "vgpu/program/surroundings.h"

#include <array>
#include <numeric>
#include <utility>

namespace whet::vgpu {

namespace {

enum What : uint64_t { grid_number = 1, clock_number, timer_number, slot_number, sm_number, sms_number, test_number };

// The mixing function of SplitMix64.
uint64_t mixed_bits(uint64_t bits) {
  bits += 0x9e3779b97f4a7c15ull;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ull;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebull;
  return bits ^ bits >> 31;
}

// A random number of random bit length, so that small numbers are as likely as large ones.
uint64_t of_any_length(uint64_t bits, uint64_t longest) {
  return mixed_bits(bits) >> (63 - bits % longest);
}

}  // namespace

uint64_t Surroundings::drawn(uint64_t what, uint64_t which) const {
  return mixed_bits(mixed_bits(seed ^ what << 56) + which);
}

uint64_t Surroundings::grid_id() const {
  return are_usual() ? 1 : of_any_length(drawn(grid_number, 0), 64);
}

uint64_t Surroundings::clock_offset(uint64_t block) const {
  return are_usual() ? 0 : of_any_length(drawn(clock_number, block), 62);
}

uint64_t Surroundings::timer_offset() const {
  return are_usual() ? 0 : of_any_length(drawn(timer_number, 0), 62);
}

// A random permutation of the slots (Fisher-Yates): a regular one stays regular if a kernel takes the slot modulo n.
uint32_t Surroundings::warp_slot(uint64_t block, uint32_t warp) const {
  if (are_usual()) return warp;
  std::array<uint32_t, k_warp_slots> slots;
  std::iota(slots.begin(), slots.end(), 0u);
  for (uint32_t left = k_warp_slots; left > 1; --left)
    std::swap(slots[left - 1], slots[drawn(slot_number, block << 8 | left) % left]);
  return slots[warp % k_warp_slots];
}

uint32_t Surroundings::sm_of(uint64_t block, uint32_t sms) const {
  return static_cast<uint32_t>((are_usual() ? block : drawn(sm_number, block)) % sms);
}

uint32_t Surroundings::sm_numbers(uint32_t sms) const {
  return are_usual() ? sms : sms + static_cast<uint32_t>(drawn(sms_number, 0) % 4);
}

bool Surroundings::flips(uint32_t instruction, uint64_t nth) const {
  return flips_tests && drawn(test_number, nth << 24 ^ instruction) % 4 == 0;
}

std::span<const std::string_view> timer_names() {
  static constexpr std::string_view k_names[] = {"clock",       "clock_hi",       "clock64",
                                                 "globaltimer", "globaltimer_lo", "globaltimer_hi"};
  return k_names;
}

}  // namespace whet::vgpu
