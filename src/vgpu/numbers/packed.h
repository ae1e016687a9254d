// Applies a function of narrow values to both halves of a register twice as wide.
#pragma once

#include <bit>
#include <cstdint>

namespace whet::vgpu {

// A register that holds two values of type T.
template <typename T>
struct PairOf;
template <>
struct PairOf<uint16_t> {
  using Type = uint32_t;
  static uint16_t low(uint32_t pair) { return static_cast<uint16_t>(pair); }
  static uint16_t high(uint32_t pair) { return static_cast<uint16_t>(pair >> 16); }
  static uint32_t join(uint16_t high, uint16_t low) { return uint32_t{high} << 16 | low; }
};
template <>
struct PairOf<float> {
  using Type = uint64_t;
  static float low(uint64_t pair) { return std::bit_cast<float>(static_cast<uint32_t>(pair)); }
  static float high(uint64_t pair) { return std::bit_cast<float>(static_cast<uint32_t>(pair >> 32)); }
  static uint64_t join(float high, float low) {
    return uint64_t{std::bit_cast<uint32_t>(high)} << 32 | std::bit_cast<uint32_t>(low);
  }
};

template <auto fn>
struct Both;
template <typename T, typename... A, T (*fn)(A...)>
struct Both<fn> {
  static typename PairOf<T>::Type of(typename PairOf<A>::Type... pairs) {
    return PairOf<T>::join(fn(PairOf<A>::high(pairs)...), fn(PairOf<A>::low(pairs)...));
  }
};

}  // namespace whet::vgpu
