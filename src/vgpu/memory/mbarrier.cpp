#include "vgpu/memory/mbarrier.h"

#include <algorithm>

namespace whet::vgpu {

namespace {

constexpr uint64_t k_count_bits = 20, k_count_mask = (1u << k_count_bits) - 1;
constexpr int64_t k_byte_bias = 1 << 22;

}  // namespace

// Fields from the low end: expected, pending, phase, bytes.
Mbarrier Mbarrier::from_bits(uint64_t bits) {
  return {static_cast<uint32_t>(bits & k_count_mask), static_cast<uint32_t>(bits >> k_count_bits & k_count_mask),
          static_cast<int>(bits >> 40 & 1), static_cast<int64_t>(bits >> 41) - k_byte_bias};
}

uint64_t Mbarrier::bits() const {
  return (expected_ & k_count_mask) | (pending_ & k_count_mask) << k_count_bits | static_cast<uint64_t>(phase_) << 40 |
         static_cast<uint64_t>(bytes_ + k_byte_bias) << 41;
}

void Mbarrier::turn_if_done() {
  if (pending_ != 0 || bytes_ != 0) return;
  phase_ ^= 1;
  pending_ = expected_;
}

void Mbarrier::arrive(uint32_t count) {
  pending_ -= std::min(pending_, count);
  turn_if_done();
}

void Mbarrier::arrive_and_drop(uint32_t count) {
  expected_ -= std::min(expected_, count);
  arrive(count);
}

void Mbarrier::complete_bytes(int64_t bytes) {
  bytes_ -= bytes;
  turn_if_done();
}

}  // namespace whet::vgpu
