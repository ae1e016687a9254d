#include "vgpu/numbers/soft_float.h"

#include <bit>

#include "vgpu/numbers/float_bits.h"

namespace whet::vgpu {

namespace {

using ptx::Type;

constexpr FloatFormat k_f16 = {10, 5, 15, 0x7bff, F16::infinity, F16::nan};
constexpr FloatFormat k_bf16 = {7, 8, 127, 0x7f7f, BF16::infinity, BF16::nan};
constexpr FloatFormat k_tf32 = {10, 8, 127, 0x3fbff, 0x3fc00, 0x3ffff, 13};
constexpr FloatFormat k_f32 = {23, 8, 127, 0x7f7fffff, F32::infinity, F32::nan};
constexpr FloatFormat k_f64 = {52, 11, 1023, 0x7fefffffffffffff, F64::infinity, F64::nan};
constexpr FloatFormat k_e4m3 = {3, 4, 7, 0x7e, 0, 0x7f};
constexpr FloatFormat k_e5m2 = {2, 5, 15, 0x7b, 0x7c, 0x7f};
constexpr FloatFormat k_e2m1 = {1, 2, 1, 0x7, 0, 0};
constexpr FloatFormat k_e2m3 = {3, 2, 1, 0x1f, 0, 0};
constexpr FloatFormat k_e3m2 = {2, 3, 3, 0x1f, 0, 0};

// The part below the last kept bit: zero, less than half of that bit, exactly half, or more.
enum class Rest { none, below, half, above };

struct Cut {
  uint64_t kept = 0;
  Rest rest = Rest::none;
};
Cut cut(uint64_t value, int bits) {
  if (bits <= 0) return {value, Rest::none};
  if (bits > 64) return {0, value ? Rest::below : Rest::none};
  const uint64_t kept = bits == 64 ? 0 : value >> bits;
  const uint64_t half = uint64_t{1} << (bits - 1);
  const uint64_t lost = value & (half | (half - 1));
  if (lost == 0) return {kept, Rest::none};
  return {kept, lost < half ? Rest::below : lost == half ? Rest::half : Rest::above};
}

bool goes_up(const Cut& c, Round round, bool negative) {
  if (c.rest == Rest::none) return false;
  switch (round) {
    case Round::even:
      return c.rest == Rest::above || (c.rest == Rest::half && (c.kept & 1));
    case Round::away:
      return c.rest != Rest::below;
    case Round::zero:
      return false;
    case Round::down:
      return negative;
    case Round::up:
      return !negative;
  }
  return false;
}

// Directed rounding that is not away from zero gives the largest number instead of infinity.
uint64_t overflow(const FloatFormat& format, const Number& number, Round round, bool finite) {
  const bool stops =
      round == Round::zero || (round == Round::down && !number.negative) || (round == Round::up && number.negative);
  return finite || stops || !format.infinity ? format.largest : format.infinity;
}

uint64_t pack_nan(const FloatFormat& format, const Number& number) {
  if (format.fraction_bits != 52) return format.nan ? format.nan : format.largest;
  if (!number.payload) return format.nan;
  return uint64_t{number.negative} << 63 | format.infinity | uint64_t{1} << 51 | number.payload >> 12;
}

uint64_t pack_finite(const FloatFormat& format, const Number& number, Round round, bool finite) {
  const int up = std::countl_zero(number.significand);
  const uint64_t significand = number.significand << up;
  const int exponent = number.exponent - up + 63, least = 1 - format.bias;
  const int above = exponent > least ? exponent - least : 0;  // binades above the smallest normal one
  const Cut c = cut(significand, 63 - format.fraction_bits + (exponent < least ? least - exponent : 0));
  const uint64_t rounded = c.kept + goes_up(c, round, number.negative);
  const uint64_t bits = (static_cast<uint64_t>(above) << format.fraction_bits) + rounded;
  const bool fits = above < (1 << format.exponent_bits) && bits <= format.largest;
  return fits ? bits : overflow(format, number, round, finite);
}

}  // namespace

const FloatFormat* format_of(Type type) {
  switch (type) {
    case Type::f16:
    case Type::f16x2:
      return &k_f16;
    case Type::bf16:
    case Type::bf16x2:
      return &k_bf16;
    case Type::tf32:
      return &k_tf32;
    case Type::f32:
      return &k_f32;
    case Type::f64:
      return &k_f64;
    case Type::e4m3:
    case Type::e4m3x2:
      return &k_e4m3;
    case Type::e5m2:
    case Type::e5m2x2:
      return &k_e5m2;
    case Type::e2m1x2:
      return &k_e2m1;
    case Type::e2m3x2:
      return &k_e2m3;
    case Type::e3m2x2:
      return &k_e3m2;
    default:
      return nullptr;
  }
}

Number unpack(const FloatFormat& format, uint64_t bits) {
  bits >>= format.shift;
  Number number;
  number.negative = bits >> (format.total_bits() - 1) & 1;
  const uint64_t magnitude = bits & ((uint64_t{1} << (format.total_bits() - 1)) - 1);
  const uint64_t fraction = magnitude & ((uint64_t{1} << format.fraction_bits) - 1);
  const int field = static_cast<int>(magnitude >> format.fraction_bits);
  if (format.infinity && magnitude == format.infinity) {
    number.kind = Number::Kind::infinite;
  } else if (magnitude > format.largest) {
    number.kind = Number::Kind::nan;
    number.payload = fraction << (64 - format.fraction_bits);
  } else if (magnitude) {
    number.kind = Number::Kind::finite;
    number.significand = field ? fraction | uint64_t{1} << format.fraction_bits : fraction;
    number.exponent = (field ? field : 1) - format.bias - format.fraction_bits;
  }
  return number;
}

Number number_of(bool negative, uint64_t magnitude) {
  return {magnitude ? Number::Kind::finite : Number::Kind::zero, negative, magnitude, 0, 0};
}

Number to_integral(Number number, Round round) {
  if (number.kind != Number::Kind::finite || number.exponent >= 0) return number;
  const Cut c = cut(number.significand, -number.exponent);
  return number_of(number.negative, c.kept + goes_up(c, round, number.negative));
}

uint64_t pack(const FloatFormat& format, const Number& number, Round round, bool finite) {
  if (number.kind == Number::Kind::nan) return pack_nan(format, number) << format.shift;
  uint64_t bits = 0;
  if (number.kind == Number::Kind::infinite) bits = overflow(format, number, Round::even, finite);
  if (number.kind == Number::Kind::finite) bits = pack_finite(format, number, round, finite);
  return (uint64_t{number.negative} << (format.total_bits() - 1) | bits) << format.shift;
}

uint64_t to_integer(const Number& integral, int bits, bool is_signed) {
  const uint64_t highest = ~uint64_t{0} >> (64 - bits + is_signed);
  const uint64_t limit = !integral.negative ? highest : is_signed ? highest + 1 : 0;
  const int room = integral.significand ? std::countl_zero(integral.significand) : 64;
  const bool fits = integral.kind != Number::Kind::infinite && integral.exponent <= room &&
                    (integral.exponent == 64 || integral.significand << integral.exponent <= limit);
  const uint64_t magnitude = integral.kind == Number::Kind::zero ? 0
                             : fits                              ? integral.significand << integral.exponent
                                                                 : limit;
  return integral.negative ? 0 - magnitude : magnitude;
}

}  // namespace whet::vgpu
