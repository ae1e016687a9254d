// What the formulas of array contents need of a machine, for the host's compiler and for NVRTC, which has no standard
// library. Everything rounds alike on both: + - * / and square roots alone, without contraction to fused operations.
#pragma once

#ifdef __CUDACC_RTC__

#define WHET_BOTH __device__ inline
#define WHET_CONSTANT __device__ inline

namespace whet {

using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned;
using int64_t = long long;
using uint64_t = unsigned long long;

namespace formula {

WHET_BOTH uint64_t bits_of(double value) {
  return static_cast<uint64_t>(__double_as_longlong(value));
}
WHET_BOTH uint32_t bits_of(float value) {
  return __float_as_uint(value);
}
WHET_BOTH double double_of(uint64_t bits) {
  return __longlong_as_double(static_cast<long long>(bits));
}
WHET_BOTH float float_of(uint32_t bits) {
  return __uint_as_float(bits);
}
WHET_BOTH double rounded_down(double value) {
  return ::floor(value);
}
WHET_BOTH double rounded_to_even(double value) {
  return ::rint(value);
}
WHET_BOTH double square_root(double value) {
  return ::sqrt(value);
}
WHET_BOTH uint64_t high_product(uint64_t a, uint64_t b) {
  return __umul64hi(a, b);
}
template <typename Value>
WHET_BOTH Value loaded(const void* array, uint64_t i) {
  return static_cast<const Value*>(array)[i];
}

}  // namespace formula

}  // namespace whet

#else

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#define WHET_BOTH inline
#define WHET_CONSTANT constexpr

namespace whet::formula {

constexpr uint64_t bits_of(double value) {
  return std::bit_cast<uint64_t>(value);
}
constexpr uint32_t bits_of(float value) {
  return std::bit_cast<uint32_t>(value);
}
constexpr double double_of(uint64_t bits) {
  return std::bit_cast<double>(bits);
}
constexpr float float_of(uint32_t bits) {
  return std::bit_cast<float>(bits);
}
inline double rounded_down(double value) {
  return std::floor(value);
}
inline double rounded_to_even(double value) {
  return std::nearbyint(value);
}
inline double square_root(double value) {
  return std::sqrt(value);
}
inline uint64_t high_product(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(a) * b) >> 64);
}
template <typename Value>
Value loaded(const void* array, uint64_t i) {
  Value value;
  std::memcpy(&value, static_cast<const char*>(array) + i * sizeof value, sizeof value);
  return value;
}

}  // namespace whet::formula

#endif

namespace whet::formula {

// NaNs are made quiet and keep their sign and first digits: a GPU's own conversions make one NaN of all, and a host's
// compiler may leave out a conversion there and back.
WHET_BOTH float narrowed(double value) {
  if (value == value) return static_cast<float>(value);
  const uint64_t bits = bits_of(value);
  return float_of(static_cast<uint32_t>(bits >> 63) << 31 | 0x7fc00000u | static_cast<uint32_t>(bits >> 29 & 0x3fffff));
}
WHET_BOTH double widened(float value) {
  if (value == value) return static_cast<double>(value);
  const uint64_t bits = bits_of(value);
  return double_of(bits >> 31 << 63 | 0x7ff8ull << 48 | (bits & 0x3fffff) << 29);
}
// 2^exponent, of a normal number.
WHET_CONSTANT double power_of_two(int exponent) {
  return double_of(static_cast<uint64_t>(1023 + exponent) << 52);
}
WHET_CONSTANT double magnitude(double value) {
  return double_of(bits_of(value) & ~(1ull << 63));
}
WHET_CONSTANT double with_sign_of(double value, double other) {
  return double_of((bits_of(value) & ~(1ull << 63)) | (bits_of(other) & 1ull << 63));
}
WHET_CONSTANT bool is_finite(double value) {
  return (bits_of(value) >> 52 & 0x7ff) != 0x7ff;
}
template <typename Number>
WHET_CONSTANT Number least(Number a, Number b) {
  return b < a ? b : a;
}
template <typename Number>
WHET_CONSTANT Number most(Number a, Number b) {
  return a < b ? b : a;
}
// As std::clamp: what is no number stays.
WHET_CONSTANT double clamped(double value, double low, double high) {
  return value < low ? low : high < value ? high : value;
}

// Bits of an element where they are no number: the low ones of the word.
struct Word {
  uint64_t bits;
};

}  // namespace whet::formula
