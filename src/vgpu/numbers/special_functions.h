// The approximate functions of f32, evaluated in double and rounded once, without branches so that loops over lanes
// vectorise. Their error bounds are in docs/vgpu-numerics.md.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "vgpu/numbers/float_ops.h"

namespace whet::vgpu {

inline constexpr double k_infinity = std::numeric_limits<double>::infinity();
inline constexpr double k_quiet_nan = std::numeric_limits<double>::quiet_NaN();
// Adding this to a double below 2^51 leaves the nearest integer in the low bits of the sum.
inline constexpr double k_round_magic = 0x1.8p52;

// Horner's method; the highest coefficient comes first.
template <typename T, typename... C>
T horner(T x, T highest, C... lower) {
  ((highest = fused(highest, x, lower)), ...);
  return highest;
}

// 2^x for |x| < 1000: x = n + f, |f| <= 1/2. 2^f is a Taylor series (error at most 2^-37); n goes to the exponent.
inline double power_of_two(double x) {
  const double shifted = x + k_round_magic;
  const double f = x - (shifted - k_round_magic);
  const double p = horner(f, 0x1.b5253d395e7c4p-24, 0x1.62c0223a5c824p-20, 0x1.ffcbfc588b0c7p-17, 0x1.430912f86c787p-13,
                          0x1.5d87fe78a6731p-10, 0x1.3b2ab6fba4e77p-7, 0x1.c6b08d704a0c0p-5, 0x1.ebfbdff82c58fp-3,
                          0x1.62e42fefa39efp-1, 1.0);
  return std::bit_cast<double>(std::bit_cast<uint64_t>(p) + (std::bit_cast<uint64_t>(shifted) << 52));
}

// The same in f32, for speed: a polynomial of 2^f with error 2^-28, and 2^n as two factors so that neither overflows.
// Beyond +-160 the result is infinite or zero.
inline float exponential(float a) {
  constexpr float magic = 0x1.8p23f;
  const float low = a > -160.0f ? a : -160.0f, x = low < 160.0f ? low : 160.0f;
  const float shifted = x + magic;
  const float f = x - (shifted - magic);
  const float p =
      horner(f, 0x1.444p-13f, 0x1.5f48cp-10f, 0x1.3b2a1cp-7f, 0x1.c6aeccp-5f, 0x1.ebfbep-3f, 0x1.62e43p-1f, 1.0f);
  const int32_t n = std::bit_cast<int32_t>(shifted) - std::bit_cast<int32_t>(magic), half = n >> 1;
  const float scaled = p * std::bit_cast<float>((half + 127) << 23) * std::bit_cast<float>((n - half + 127) << 23);
  return a != a ? a : scaled;
}

// x = m * 2^e with m in [sqrt(1/2), sqrt(2)); log2(m) is the series of artanh((m - 1) / (m + 1)), with error 2^-45.
inline double log_two(double x) {
  constexpr uint64_t root_half = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000, integer = 0x4330000000000000;
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  const uint64_t biased = (bits + (one - root_half)) >> 52;
  const double e = std::bit_cast<double>(biased | integer) - (0x1p52 + 1023);
  const double m = std::bit_cast<double>(bits - (biased << 52) + one);
  const double s = (m - 1) / (m + 1), z = s * s;
  constexpr double scale = 2.8853900817779268;  // 2 / ln 2
  const double series =
      horner(z, scale / 17, scale / 15, scale / 13, scale / 11, scale / 9, scale / 7, scale / 5, scale / 3, scale);
  return __builtin_fma(s, series, e);
}
inline float logarithm(float a) {
  const double x = a;
  const double plain = log_two(x > 0 && x < k_infinity ? x : 1.0);
  const double edge = x == 0 ? -k_infinity : (x > 0 ? k_infinity : k_quiet_nan);
  return static_cast<float>(x > 0 && x < k_infinity ? plain : edge);
}

// For |x| below k_reducible: x = k * pi/2 + r with |r| <= pi/4. k mod 4 selects the Taylor series of sine or cosine of
// r, and the sign.
inline constexpr float k_reducible = 0x1p30f;
template <int quarter>
float circular(float a) {
  const double x = a;
  const double shifted = __builtin_fma(x, 0.63661977236758134, k_round_magic);
  const double k = shifted - k_round_magic;
  const double r = __builtin_fma(-k, 0x1.1a62633145c07p-54, __builtin_fma(-k, 0x1.921fb54442d18p0, x));
  const double z = r * r;
  const double sine =
      r * horner(z, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6, 1.0);
  const double cosine =
      horner(z, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24, -0.5, 1.0);
  const uint64_t turn = std::bit_cast<uint64_t>(shifted) + quarter;
  const uint64_t bits = std::bit_cast<uint64_t>(turn & 1 ? cosine : sine) ^ (turn & 2) << 62;
  return static_cast<float>(std::bit_cast<double>(bits));
}

// 1 - 2 / (e^2x + 1), or x - x^3/3 for small x, where the former would cancel.
inline float hyperbolic_tangent(float a) {
  const double x = a;
  const double bounded = x > 20 ? 20 : (x < -20 ? -20 : x);
  const double large = 1 - 2 / (power_of_two(bounded * 2.8853900817779268) + 1);
  const double small = x - x * x * x / 3;
  return static_cast<float>(x < 0x1p-10 && x > -0x1p-10 ? small : (a != a ? k_quiet_nan : large));
}

inline float reciprocal_root(float a) {
  return static_cast<float>(1 / __builtin_sqrt(static_cast<double>(a)));
}

// a * (1 / b); the reciprocal is flushed to zero for |b| > 2^126.
inline float divide_approximately(float a, float b) {
  const bool flushed = __builtin_fabsf(b) > 0x1p126f;
  return flushed ? a * __builtin_copysignf(0.0f, b) : a / b;
}

template <float (*fn)(float), FloatStyle style>
float special(float a) {
  return settle<style>(fn(enter<style>(a)));
}
template <float (*fn)(float, float), FloatStyle style>
float special2(float a, float b) {
  return settle<style>(fn(enter<style>(a), enter<style>(b)));
}

// Functions of the upper word of an f64: operand and result are flushed, and their lower words are zero.
inline double upper_word(double a) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(a) & 0xffffffff00000000);
}
inline double settle_upper(double result) {
  if (result != result) return std::bit_cast<double>(F64::nan);
  const uint64_t bits = std::bit_cast<uint64_t>(result);
  const bool finite = is_finite_bits<F64>(bits);
  return flush(upper_word(std::bit_cast<double>(finite ? bits + 0x80000000 : bits)));
}
inline double reciprocal_upper(double a) {
  return settle_upper(1 / flush(upper_word(a)));
}
inline double reciprocal_root_upper(double a) {
  return settle_upper(1 / __builtin_sqrt(flush(upper_word(a))));
}
inline double reciprocal_root_double(double a) {
  return settle_nan(1 / __builtin_sqrt(a), a);
}

}  // namespace whet::vgpu
