// Floating-point formats by definition: the value of a bit pattern, the pattern of a value rounded once, and sums
// without rounding. Slow and simple, to compare fast code with.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace whet::vgpu {

using Exact = long double;  // holds every value of f64 and of 64-bit integers

struct OracleFormat {
  int exponent_bits, fraction_bits;
  bool has_infinity = true;  // the highest exponent is infinity and NaN
  uint64_t nan = 0;          // the pattern that operations create
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  uint64_t sign() const { return uint64_t{1} << (exponent_bits + fraction_bits); }
  uint64_t infinity() const { return ((uint64_t{1} << exponent_bits) - 1) << fraction_bits; }
};
inline constexpr OracleFormat k_half = {5, 10, true, 0x7fff}, k_bfloat = {8, 7, true, 0x7fff},
                              k_single = {8, 23, true, 0x7fffffff}, k_double = {11, 52, true, 0xfff8000000000000};

inline Exact value_of(const OracleFormat& f, uint64_t bits) {
  const uint64_t field = (bits & (f.sign() - 1)) >> f.fraction_bits;
  const Exact fraction =
      std::ldexp(static_cast<Exact>(bits & ((uint64_t{1} << f.fraction_bits) - 1)), -f.fraction_bits);
  const Exact sign = bits & f.sign() ? -1 : 1;
  if (f.has_infinity && field == (uint64_t{1} << f.exponent_bits) - 1) {
    return fraction == 0 ? sign * std::numeric_limits<Exact>::infinity() : std::numeric_limits<Exact>::quiet_NaN();
  }
  if (field == 0) return sign * std::ldexp(fraction, 1 - f.bias());
  return sign * std::ldexp(1 + fraction, static_cast<int>(field) - f.bias());
}
inline double f16_value(uint64_t bits) {
  return static_cast<double>(value_of(k_half, bits & 0xffff));
}
inline double bf16_value(uint64_t bits) {
  return static_cast<double>(value_of(k_bfloat, bits & 0xffff));
}

// The modes of PTX: to nearest even, to zero, down, up; a: to nearest, ties away from zero.
inline Exact integer_near(Exact x, char mode) {
  switch (mode) {
    case 'z':
      return std::trunc(x);
    case 'm':
      return std::floor(x);
    case 'p':
      return std::ceil(x);
    case 'a':
      return std::round(x);
    default: {
      const Exact below = std::floor(x), rest = x - below;
      if (rest != 0.5L) return rest < 0.5L ? below : below + 1;
      return std::fmod(below, 2.0L) == 0 ? below : below + 1;
    }
  }
}

inline uint64_t overflowed(const OracleFormat& f, bool negative, char mode) {
  const bool stops = mode == 'z' || (mode == 'm' && !negative) || (mode == 'p' && negative);
  return f.infinity() - (stops ? 1 : 0);
}

// The pattern of x; NaN gives the format's own.
inline uint64_t pattern_of(const OracleFormat& f, Exact x, char mode = 'n') {
  if (std::isnan(x)) return f.nan;
  const uint64_t sign = std::signbit(x) ? f.sign() : 0;
  if (std::isinf(x)) return sign | f.infinity();
  if (x == 0) return sign;
  int exponent = std::max(std::ilogb(x), 1 - f.bias());
  const Exact units = integer_near(std::ldexp(x, f.fraction_bits - exponent), mode);
  const uint64_t magnitude = static_cast<uint64_t>(std::fabs(units));  // the implicit bit carries into the exponent
  const uint64_t bits = (static_cast<uint64_t>(exponent + f.bias() - 1) << f.fraction_bits) + magnitude;
  return sign | (bits >= f.infinity() ? overflowed(f, sign != 0, mode) : bits);
}

// A sum of doubles without rounding: one wide integer in units of 2^-1088.
class ExactSum {
 public:
  ExactSum& add(double x, int times = 1) {
    int exponent = 0;
    const int64_t significand = static_cast<int64_t>(std::ldexp(std::frexp(std::fabs(x), &exponent), 53));
    const int at = exponent - 53 + 1088;
    for (int i = 0; i < std::abs(times); ++i)
      add_shifted(static_cast<uint64_t>(significand), at, (x < 0) != (times < 0));
    return *this;
  }
  int sign() const {
    if (limbs_.back() >> 31) return -1;
    for (const uint32_t limb : limbs_) {
      if (limb) return 1;
    }
    return 0;
  }

 private:
  void add_shifted(uint64_t significand, int at, bool negative) {
    if (significand == 0) return;
    std::array<uint32_t, 80> term{};
    for (int i = 0; i < 64; ++i) {
      if (significand >> i & 1) term[static_cast<size_t>((at + i) / 32)] |= 1u << ((at + i) % 32);
    }
    uint64_t carry = negative;
    for (size_t i = 0; i < limbs_.size(); ++i) {
      carry += uint64_t{limbs_[i]} + (negative ? ~term[i] : term[i]);
      limbs_[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
  }
  std::array<uint32_t, 80> limbs_{};
};

// Whether `bits` is the pattern nearest to p + c, ties to even; neither term is infinite or NaN.
inline bool is_nearest(const OracleFormat& f, uint64_t bits, double p, double c) {
  const uint64_t magnitude = bits & (f.sign() - 1);
  const double sign = bits & f.sign() ? -1 : 1;
  if (magnitude > f.infinity()) return false;
  // The value of the pattern after the largest: a value half way to it rounds to infinity.
  const OracleFormat wider = {f.exponent_bits, f.fraction_bits, false};
  const auto at = [&](uint64_t m) { return static_cast<double>(value_of(wider, m)); };
  const bool even = magnitude % 2 == 0;
  const auto beyond = [&](uint64_t a, uint64_t b) {  // sign of |p + c| - (a + b) / 2
    ExactSum sum;
    return sum.add(sign * p, 2).add(sign * c, 2).add(-at(a)).add(-at(b)).sign();
  };
  if (magnitude > 0) {
    const int below = beyond(magnitude, magnitude - 1);
    if (below < 0 || (below == 0 && !even)) return false;
  }
  if (magnitude == f.infinity()) return true;
  const int above = beyond(magnitude, magnitude + 1);
  return above < 0 || (above == 0 && even);
}

}  // namespace whet::vgpu
