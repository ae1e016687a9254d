// Converts accumulators between registers and the blocks of tensor_core.h: 8 x 8 values, even columns first.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "vgpu/numbers/half.h"
#include "vgpu/ops/tensor/tensor_core.h"
#include "vgpu/program/lanes.h"

namespace whet::vgpu {

// A pair of registers, with one value per lane each.
template <typename Word, typename Value>
void read_pair(const Word* even, const Word* odd, Value* block) {
  static_assert(sizeof(Word) == sizeof(Value));
  for (int row = 0; row < k_block_rows; ++row) {
    std::memcpy(block + row * 8, even + row * 4, 4 * sizeof(Word));
    std::memcpy(block + row * 8 + 4, odd + row * 4, 4 * sizeof(Word));
  }
}

// `odd` selects the second register of the pair. An f32 NaN becomes the pattern that the hardware writes.
template <typename Word, typename Value>
void write_pair(const Value* block, bool odd, Word* words) {
  static_assert(sizeof(Word) == sizeof(Value));
  for (int row = 0; row < k_block_rows; ++row) {
    std::memcpy(words + row * 4, block + row * 8 + (odd ? 4 : 0), 4 * sizeof(Word));
  }
  if constexpr (std::is_same_v<Value, float>) {
    for (int lane = 0; lane < k_lanes; ++lane) words[lane] = is_nan_bits<F32>(words[lane]) ? F32::nan : words[lane];
  }
}

// One register with two halves per lane.
inline void read_halves(const uint32_t* words, float* block) {
  for (int row = 0; row < k_block_rows; ++row) {
    for (int i = 0; i < 4; ++i) {
      block[row * 8 + i] = half_to_float(static_cast<uint16_t>(words[row * 4 + i]));
      block[row * 8 + 4 + i] = half_to_float(static_cast<uint16_t>(words[row * 4 + i] >> 16));
    }
  }
}

inline void write_halves(const float* block, uint32_t* words) {
  for (int row = 0; row < k_block_rows; ++row) {
    for (int i = 0; i < 4; ++i) {
      const uint32_t low = float_to_half(block[row * 8 + i]), high = float_to_half(block[row * 8 + 4 + i]);
      words[row * 4 + i] = low | high << 16;
    }
  }
}

}  // namespace whet::vgpu
