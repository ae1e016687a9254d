// Conversions between f32 and formats of at most eight bits (e4m3, e5m2, e2m1, e2m3, e3m2), without branches so that
// loops over lanes vectorise.
#pragma once

#include <bit>
#include <cstdint>

namespace whet::vgpu {

// `k_largest` and `k_nan` are the bits of magnitudes. A format without NaN uses its largest number instead.
template <int exponent_bits, int fraction_bits, uint32_t largest, uint32_t nan>
struct SmallFloat {
  static constexpr int k_fraction = fraction_bits, k_bias = (1 << (exponent_bits - 1)) - 1;
  static constexpr uint32_t k_largest = largest, k_nan = nan;
  static constexpr uint32_t k_sign = 1u << (exponent_bits + fraction_bits);
  static constexpr bool k_has_infinity = largest + 1 < nan;
};
using E4M3 = SmallFloat<4, 3, 0x7e, 0x7f>;
using E5M2 = SmallFloat<5, 2, 0x7b, 0x7f>;
using E2M1 = SmallFloat<2, 1, 0x07, 0x07>;
using E2M3 = SmallFloat<2, 3, 0x1f, 0x1f>;
using E3M2 = SmallFloat<3, 2, 0x1f, 0x1f>;

// Rounds to nearest even; a value that is too large becomes the largest number. Normal results are rounded on the bits,
// subnormal ones by adding a number whose unit in the last place is theirs.
template <typename S>
uint32_t to_small(float value) {
  constexpr int cut = 23 - S::k_fraction;
  constexpr uint32_t rebias = static_cast<uint32_t>(127 - S::k_bias) << S::k_fraction;
  constexpr float least_normal = std::bit_cast<float>(static_cast<uint32_t>(128 - S::k_bias) << 23);
  constexpr uint32_t magic = static_cast<uint32_t>(128 - S::k_bias + cut) << 23;
  const uint32_t word = std::bit_cast<uint32_t>(value), bits = word & 0x7fffffff;
  const float size = std::bit_cast<float>(bits);
  const uint32_t normal = ((bits + ((1u << (cut - 1)) - 1) + (bits >> cut & 1)) >> cut) - rebias;
  const uint32_t subnormal = std::bit_cast<uint32_t>(size + std::bit_cast<float>(magic)) - magic;
  const uint32_t rounded = bits < std::bit_cast<uint32_t>(least_normal) ? subnormal : normal;
  const uint32_t fitted = rounded < S::k_largest ? rounded : S::k_largest;
  const uint32_t sign = word >> 31 ? S::k_sign : 0;
  return bits > 0x7f800000 ? S::k_nan : fitted | sign;
}

// Exact. A NaN becomes the f32 NaN.
template <typename S>
float from_small(uint32_t bits) {
  const uint32_t size = bits & (S::k_sign - 1);
  const uint32_t normal = (size << (23 - S::k_fraction)) + (static_cast<uint32_t>(127 - S::k_bias) << 23);
  constexpr float unit = std::bit_cast<float>(static_cast<uint32_t>(128 - S::k_bias - S::k_fraction) << 23);
  const float subnormal = static_cast<float>(static_cast<int32_t>(size)) * unit;
  uint32_t result = size >> S::k_fraction ? normal : std::bit_cast<uint32_t>(subnormal);
  if (S::k_has_infinity) result = size > S::k_largest ? 0x7f800000 : result;
  if (S::k_nan != S::k_largest) result = size > S::k_largest + S::k_has_infinity ? 0x7fffffff : result;
  return std::bit_cast<float>(result | (bits & S::k_sign ? 0x80000000 : 0));
}

}  // namespace whet::vgpu
