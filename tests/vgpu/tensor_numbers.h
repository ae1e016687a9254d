// The numbers of every operand format by definition: sign, exponent and fraction combined in double.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

namespace whet::vgpu {

inline double small_float(uint64_t bits, int exponent_bits, int fraction_bits, bool has_infinity = true) {
  const uint64_t fraction = bits & ((1ull << fraction_bits) - 1);
  const int exponent = static_cast<int>(bits >> fraction_bits & ((1ull << exponent_bits) - 1));
  const double sign = bits >> (exponent_bits + fraction_bits) & 1 ? -1 : 1;
  const int bias = (1 << (exponent_bits - 1)) - 1, top = (1 << exponent_bits) - 1;
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  if (has_infinity && exponent == top) return fraction ? nan : sign * infinity;
  if (!has_infinity && exponent == top && fraction == (1ull << fraction_bits) - 1) return nan;
  const double scale = std::ldexp(1.0, -fraction_bits);
  if (exponent == 0) return sign * std::ldexp(static_cast<double>(fraction) * scale, 1 - bias);
  return sign * std::ldexp(1 + static_cast<double>(fraction) * scale, exponent - bias);
}

inline int bits_of_format(std::string_view format) {
  if (format == "f64") return 64;
  if (format == "f32" || format == "tf32" || format == "s32") return 32;
  if (format == "f16" || format == "bf16") return 16;
  if (format == "s4" || format == "u4") return 4;
  return format == "b1" ? 1 : 8;
}

inline double number_of(std::string_view format, uint64_t bits) {
  if (format == "f16") return small_float(bits, 5, 10);
  if (format == "bf16") return small_float(bits, 8, 7);
  if (format == "tf32") return small_float(bits >> 13, 8, 10);
  if (format == "f32") return small_float(bits, 8, 23);
  if (format == "e4m3") return small_float(bits, 4, 3, false);
  if (format == "e5m2") return small_float(bits, 5, 2);
  if (format == "s8") return static_cast<int8_t>(bits);
  if (format == "s32") return static_cast<int32_t>(bits);
  if (format == "s4") return bits & 8 ? static_cast<double>(bits) - 16 : static_cast<double>(bits);
  if (format != "f64") return static_cast<double>(bits);
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

}  // namespace whet::vgpu
