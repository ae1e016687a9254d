// Floating-point formats described by their widths: unpacks numbers, and packs them with one rounding.
#pragma once

#include <cstdint>

#include "ptx/types.h"

namespace whet::vgpu {

// `even` and `away` round to nearest, with ties to even or away from zero.
enum class Round : uint8_t { even, zero, down, up, away };

struct FloatFormat {
  int fraction_bits = 0;
  int exponent_bits = 0;
  int bias = 0;
  uint64_t largest = 0;   // bits of the largest finite magnitude
  uint64_t infinity = 0;  // 0: the format has none, and overflow gives `largest`
  uint64_t nan = 0;       // created by operations; formats without NaN use `largest`
  int shift = 0;          // zero bits below the fraction: 13 in tf32, which is stored in 32 bits
  int total_bits() const { return 1 + exponent_bits + fraction_bits; }
};

// f16 bf16 tf32 f32 f64 and the elements of e4m3x2, e5m2x2, e2m1x2, e2m3x2, e3m2x2; null for other types.
const FloatFormat* format_of(ptx::Type type);

// (negative ? -1 : 1) * significand * 2^exponent
struct Number {
  enum class Kind : uint8_t { zero, finite, infinite, nan } kind = Kind::zero;
  bool negative = false;
  uint64_t significand = 0;
  int exponent = 0;
  uint64_t payload = 0;  // of a NaN: its fraction, highest bit first
};

Number unpack(const FloatFormat& format, uint64_t bits);
Number number_of(bool negative, uint64_t magnitude);

// Rounds to an integer in this mode; the result is still a Number.
Number to_integral(Number number, Round round);

// With `finite`, overflow gives the largest finite number instead of infinity. Zero keeps its sign. A NaN becomes the
// format's own, except in f64, which keeps payloads.
uint64_t pack(const FloatFormat& format, const Number& number, Round round, bool finite);

// Converts an integral number to an integer of `bits` bits; saturates if it does not fit.
uint64_t to_integer(const Number& integral, int bits, bool is_signed);

}  // namespace whet::vgpu
