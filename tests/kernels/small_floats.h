// Floating-point formats shorter than double, by their numbers; rounding is to nearest even.
#pragma once

#include <cstdint>

namespace whet::kernels {

struct FloatFormat {
  int exponent_bits, mantissa_bits;
  bool infinities = true;  // else the highest exponent holds numbers too, all ones is NaN, and overflow saturates
};

inline constexpr FloatFormat k_f16 = {5, 10}, k_bf16 = {8, 7}, k_e5m2 = {5, 2}, k_e4m3 = {4, 3, false};

uint32_t encode(double value, const FloatFormat& format);
double decode(uint32_t bits, const FloatFormat& format);
double round_to(double value, const FloatFormat& format);

inline double to_f32(double value) {
  return static_cast<float>(value);
}
inline double to_f16(double value) {
  return round_to(value, k_f16);
}
inline double to_bf16(double value) {
  return round_to(value, k_bf16);
}
// Nearest with 10 bits of mantissa, halves away from zero, as cvt.rna.tf32.
double to_tf32(double value);

}  // namespace whet::kernels
