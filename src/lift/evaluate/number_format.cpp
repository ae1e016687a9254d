#include "lift/evaluate/number_format.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace whet::lift {
namespace {

constexpr FormatFacts k_formats[] = {
    {11, -24, 65504}, {8, -133, 0x1.fep127}, {24, -149, 0x1.fffffep127}, {53, -1074, 0x1.fffffffffffffp1023}};

// A half that is nearest already.
uint64_t half_bits(double value) {
  const uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::abs(value);
  if (std::isnan(value)) return 0x7fff;
  if (std::isinf(value)) return sign | 0x7c00;
  if (size < 0x1p-14) return sign | static_cast<uint64_t>(size * 0x1p24);
  const int exponent = std::ilogb(size);
  return sign | static_cast<uint64_t>(exponent + 15) << 10 |
         (static_cast<uint64_t>(std::ldexp(size, 10 - exponent)) & 1023);
}

double half_number(uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31), fraction = static_cast<int>(bits & 1023);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * INFINITY;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

}  // namespace

const FormatFacts& facts_of(NumberFormat format) {
  return k_formats[static_cast<size_t>(format)];
}

NumberFormat format_of(int bytes, bool is_bfloat) {
  if (bytes == 2) return is_bfloat ? NumberFormat::bfloat16 : NumberFormat::half;
  return bytes == 8 ? NumberFormat::fp64 : NumberFormat::fp32;
}

double nearest(double value, NumberFormat format) {
  if (format == NumberFormat::fp64 || value == 0 || !std::isfinite(value)) return value;
  const FormatFacts& facts = facts_of(format);
  const int last = std::max(std::ilogb(value) - facts.significant_bits + 1, facts.lowest_exponent);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
  return std::abs(rounded) > facts.most ? std::copysign(INFINITY, value) : rounded;
}

uint64_t bits_of(double value, NumberFormat format) {
  const double rounded = nearest(value, format);
  if (format == NumberFormat::fp64) return std::bit_cast<uint64_t>(rounded);
  if (format == NumberFormat::half) return half_bits(rounded);
  const uint32_t word = std::bit_cast<uint32_t>(static_cast<float>(rounded));
  return format == NumberFormat::fp32 ? word : word >> 16;
}

double number_of(uint64_t bits, NumberFormat format) {
  if (format == NumberFormat::fp64) return std::bit_cast<double>(bits);
  if (format == NumberFormat::half) return half_number(bits);
  return std::bit_cast<float>(static_cast<uint32_t>(format == NumberFormat::fp32 ? bits : bits << 16));
}

int lowest_exponent(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const int exponent = std::ilogb(value);
  const auto whole = static_cast<uint64_t>(std::ldexp(std::abs(value), 52 - exponent));
  return exponent - 52 + std::countr_zero(whole);
}

int significant_bits(double value) {
  if (!std::isfinite(value)) return 64;
  return value == 0 ? 0 : std::ilogb(value) - lowest_exponent(value) + 1;
}

}  // namespace whet::lift
