#include "kernels/small_floats.h"

#include <bit>
#include <cmath>

namespace whet::kernels {

namespace {

int bias_of(const FloatFormat& format) {
  return (1 << (format.exponent_bits - 1)) - 1;
}

double largest(const FloatFormat& format) {
  const int top = (1 << format.exponent_bits) - (format.infinities ? 2 : 1) - bias_of(format);
  const int ones = (2 << format.mantissa_bits) - (format.infinities ? 1 : 2);
  return std::ldexp(ones, top - format.mantissa_bits);
}

}  // namespace

double round_to(double value, const FloatFormat& format) {
  if (!std::isfinite(value) || value == 0) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int least = 1 - bias_of(format);
  const int step = std::max(exponent - 1, least) - format.mantissa_bits;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -step)), step);
  if (std::fabs(rounded) <= largest(format)) return rounded;
  return std::copysign(format.infinities ? INFINITY : largest(format), value);
}

uint32_t encode(double value, const FloatFormat& format) {
  const int bits = format.exponent_bits + format.mantissa_bits;
  const uint32_t sign = std::signbit(value) ? 1u << bits : 0;
  const uint32_t infinity = ((1u << format.exponent_bits) - 1) << format.mantissa_bits;
  if (std::isnan(value)) return format.infinities ? infinity | 1u << (format.mantissa_bits - 1) : (1u << bits) - 1;
  const double rounded = std::fabs(round_to(value, format));
  if (std::isinf(rounded)) return sign | infinity;
  int exponent = 0;
  std::frexp(rounded, &exponent);
  const int field = rounded == 0 ? 0 : std::max(exponent - 1 + bias_of(format), 0);
  const int step = std::max(field, 1) - bias_of(format) - format.mantissa_bits;
  const auto mantissa = static_cast<uint32_t>(std::ldexp(rounded, -step));
  return sign + mantissa + (field > 0 ? static_cast<uint32_t>(field - 1) << format.mantissa_bits : 0);
}

double decode(uint32_t bits, const FloatFormat& format) {
  const uint32_t mantissa = bits & ((1u << format.mantissa_bits) - 1);
  const int field = static_cast<int>(bits >> format.mantissa_bits & ((1u << format.exponent_bits) - 1));
  const double sign = bits >> (format.exponent_bits + format.mantissa_bits) & 1 ? -1 : 1;
  const bool top = field == (1 << format.exponent_bits) - 1;
  if (top && format.infinities) return mantissa ? NAN : sign * INFINITY;
  if (top && mantissa == (1u << format.mantissa_bits) - 1) return NAN;
  const double whole = mantissa + (field > 0 ? 1 << format.mantissa_bits : 0);
  return sign * std::ldexp(whole, std::max(field, 1) - bias_of(format) - format.mantissa_bits);
}

double to_tf32(double value) {
  const uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(value));
  return std::bit_cast<float>((bits + 0x1000) & ~0x1fffu);
}

}  // namespace whet::kernels
