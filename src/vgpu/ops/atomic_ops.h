// What an atomic does to one value, and how its lanes access memory.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/warp.h"
#include "vgpu/numbers/float_bits.h"
#include "vgpu/numbers/half.h"

namespace whet::vgpu {

namespace atomics {

// The operation of one lane: the new value from the old one, the operand and, for cas, the second operand.
template <typename T>
using Combine = T (*)(T old, T b, T c);

template <typename T>
T add(T old, T b, T) {
  return static_cast<T>(old + b);
}
template <typename T>
T smallest(T old, T b, T) {
  return b < old ? b : old;
}
template <typename T>
T largest(T old, T b, T) {
  return old < b ? b : old;
}
template <typename T>
T bit_and(T old, T b, T) {
  return old & b;
}
template <typename T>
T bit_or(T old, T b, T) {
  return old | b;
}
template <typename T>
T bit_xor(T old, T b, T) {
  return old ^ b;
}
template <typename T>
T exchange(T, T b, T) {
  return b;
}
template <typename T>
T compare_and_swap(T old, T b, T c) {
  return old == b ? c : old;
}
// inc wraps to zero after the bound, dec to the bound after zero.
inline uint32_t increment(uint32_t old, uint32_t b, uint32_t) {
  return old >= b ? 0 : old + 1;
}
inline uint32_t decrement(uint32_t old, uint32_t b, uint32_t) {
  return old == 0 || old > b ? b : old - 1;
}

template <typename F, typename Bits>
Bits add_float(Bits old, Bits b, Bits) {
  return std::bit_cast<Bits>(std::bit_cast<F>(old) + std::bit_cast<F>(b));
}

// For f32 in global memory: subnormals become zeros of their sign, before and after the sum. Shared memory keeps them.
inline uint32_t add_flushed(uint32_t old, uint32_t b, uint32_t) {
  return flush_bits<F32>(add_float<float, uint32_t>(flush_bits<F32>(old), flush_bits<F32>(b), 0));
}
inline uint16_t add_half(uint16_t old, uint16_t b, uint16_t) {
  return float_to_half(half_to_float(old) + half_to_float(b));
}
inline uint16_t add_bfloat(uint16_t old, uint16_t b, uint16_t) {
  return float_to_bfloat(bfloat_to_float(old) + bfloat_to_float(b));
}
template <uint16_t (*Add)(uint16_t, uint16_t, uint16_t)>
uint32_t add_pair(uint32_t old, uint32_t b, uint32_t) {
  const uint16_t low = Add(static_cast<uint16_t>(old), static_cast<uint16_t>(b), 0);
  const uint16_t high = Add(static_cast<uint16_t>(old >> 16), static_cast<uint16_t>(b >> 16), 0);
  return static_cast<uint32_t>(high) << 16 | low;
}

struct AtomicReach {
  ptx::Space space = ptx::Space::global;
  Mask lanes = 0;
  alignas(64) uint64_t addresses[k_lanes];
  std::byte* hosts[k_lanes];
};

AtomicReach reach_atomic(Warp& warp, const Op& op, int width);

template <typename T, Combine<T> F>
T apply(std::byte* host, T b, T c, bool contended) {
  T& memory = *reinterpret_cast<T*>(host);
  if (!contended) {
    const T old = memory;
    memory = F(old, b, c);
    return old;
  }
  std::atomic_ref<T> cell(memory);
  T old = cell.load(std::memory_order_relaxed);
  while (!cell.compare_exchange_weak(old, F(old, b, c), std::memory_order_acq_rel)) {
  }
  return old;
}

}  // namespace atomics

// A vector of floats, or 128 bits; false if it is neither.
Result<bool> decode_wide_atomic(DecodeInput& input, MemoryForm form, std::string_view operation);

}  // namespace whet::vgpu
