// Conversions between f16, bf16 and f32, without branches so that loops over lanes vectorise.
#pragma once

#include <bit>
#include <cstdint>

#include "vgpu/numbers/float_bits.h"

namespace whet::vgpu {

// Exact. A multiplication rebiases the exponent of a normal half; a subtraction normalises a subnormal one.
inline float half_to_float(uint16_t half) {
  const uint32_t word = uint32_t{half} << 16;
  const uint32_t sign = word & 0x80000000, twice = word << 1;
  const float normal = std::bit_cast<float>((twice >> 4) + 0x70000000) * 0x1p-112f;
  const float subnormal = std::bit_cast<float>((twice >> 17) | 0x3f000000) - 0.5f;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(twice < 0x08000000 ? subnormal : normal));
}

// Rounds to nearest even by adding a power of two. The more bits must go, the larger it is.
inline uint16_t float_to_half(float value) {
  const uint32_t word = std::bit_cast<uint32_t>(value), twice = word << 1;
  const float scaled = __builtin_fabsf(value) * 0x1p112f * 0x1p-110f;  // overflows when the half does
  const uint32_t exponent = twice & 0xff000000, least = exponent < 0x71000000 ? 0x71000000 : exponent;
  const uint32_t bits = std::bit_cast<uint32_t>(std::bit_cast<float>((least >> 1) + 0x07800000) + scaled);
  const uint32_t rounded = (bits >> 13 & 0x7c00) + (bits & 0x0fff);
  return static_cast<uint16_t>(twice > 0xff000000 ? F16::nan : (word >> 16 & 0x8000) | rounded);
}

inline float bfloat_to_float(uint16_t value) {
  return std::bit_cast<float>(uint32_t{value} << 16);
}
inline uint16_t float_to_bfloat(float value) {
  const uint32_t word = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = (word + 0x7fff + (word >> 16 & 1)) >> 16;
  return static_cast<uint16_t>((word & 0x7fffffff) > 0x7f800000 ? BF16::nan : rounded);
}

template <typename H>
float widen(uint16_t value) {
  if constexpr (H::infinity == F16::infinity) return half_to_float(value);
  return bfloat_to_float(value);
}
template <typename H>
uint16_t narrow(float value) {
  if constexpr (H::infinity == F16::infinity) return float_to_half(value);
  return float_to_bfloat(value);
}

// Round to odd (Boldo and Melquiond): an inexact value becomes the neighbour whose last bit is one. Rounding the result
// again, to a format at least two bits shorter, then gives the same as rounding the exact value once.
inline float make_odd(float rounded, float rest) {
  const uint32_t bits = std::bit_cast<uint32_t>(rounded);
  const bool outward = !((bits ^ std::bit_cast<uint32_t>(rest)) >> 31);
  const bool move = rest != 0 && rest == rest && !(bits & 1);
  return std::bit_cast<float>(bits + (move ? (outward ? 1u : ~0u) : 0u));
}
inline double make_odd(double rounded, double rest) {
  const uint64_t bits = std::bit_cast<uint64_t>(rounded);
  const bool outward = !((bits ^ std::bit_cast<uint64_t>(rest)) >> 63);
  const bool move = rest != 0 && rest == rest && !(bits & 1);
  return std::bit_cast<double>(bits + (move ? (outward ? uint64_t{1} : ~uint64_t{0}) : uint64_t{0}));
}
// a + b rounded to odd. The rounding error of the sum is exactly representable (Knuth's TwoSum).
template <typename T>
T add_to_odd(T a, T b) {
  const T sum = a + b;
  const T b_part = sum - a;
  const T rest = (a - (sum - b_part)) + (b - b_part);
  return make_odd(sum, rest);
}
inline float to_odd_float(double value) {
  const float rounded = static_cast<float>(value);
  return make_odd(rounded, static_cast<float>(value - rounded));
}

// a * b + c rounded once. A product of two f16 is exact in f32, and one of two bf16 in f64.
inline uint16_t half_fma(uint16_t a, uint16_t b, uint16_t c) {
  return float_to_half(add_to_odd(half_to_float(a) * half_to_float(b), half_to_float(c)));
}
inline uint16_t bfloat_fma(uint16_t a, uint16_t b, uint16_t c) {
  const double product = double{bfloat_to_float(a)} * double{bfloat_to_float(b)};
  return float_to_bfloat(to_odd_float(add_to_odd(product, double{bfloat_to_float(c)})));
}

}  // namespace whet::vgpu
