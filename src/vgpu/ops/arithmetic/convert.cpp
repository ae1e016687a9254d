#include "vgpu/ops/arithmetic/convert.h"

#include <algorithm>
#include <limits>

namespace whet::vgpu {

namespace {

using ptx::Type;

uint64_t sign_extend(uint64_t value, int bits) {
  return static_cast<uint64_t>(static_cast<int64_t>(value << (64 - bits)) >> (64 - bits));
}
uint64_t zero_extend(uint64_t value, int bits) {
  return value << (64 - bits) >> (64 - bits);
}
uint64_t extend(Type type, uint64_t value) {
  const int bits = 8 * ptx::bytes_of(type);
  return ptx::is_signed(type) ? sign_extend(value, bits) : zero_extend(value, bits);
}

bool is_subnormal(const FloatFormat& format, uint64_t bits) {
  const uint64_t magnitude = bits & ((uint64_t{1} << (format.total_bits() - 1)) - 1);
  return magnitude != 0 && magnitude >> format.fraction_bits == 0;
}

Number read_number(const Conversion& c, uint64_t raw) {
  const FloatFormat* const format = format_of(c.from);
  if (!format) {
    const uint64_t value = extend(c.from, raw);
    const bool negative = ptx::is_signed(c.from) && value >> 63;
    return number_of(negative, negative ? 0 - value : value);
  }
  Number number = unpack(*format, raw);
  if (c.ftz && c.from == Type::f32 && is_subnormal(*format, raw)) number.kind = Number::Kind::zero;
  return number;
}

// NaN gives zero, or only the top bit set if a 64-bit type is involved.
uint64_t nan_as_integer(const Conversion& c) {
  const bool wide = c.from == Type::f64 || ptx::bytes_of(c.to) == 8;
  return wide ? uint64_t{1} << (8 * ptx::bytes_of(c.to) - 1) : 0;
}

uint64_t write_integer(const Conversion& c, const Number& number, uint64_t raw) {
  if (number.kind == Number::Kind::nan) return extend(c.to, nan_as_integer(c));
  if (!format_of(c.from) && !c.saturate) return extend(c.to, extend(c.from, raw));
  return extend(c.to, to_integer(to_integral(number, c.round), 8 * ptx::bytes_of(c.to), ptx::is_signed(c.to)));
}

uint64_t saturated(const FloatFormat& format, const Number& number, uint64_t bits) {
  const uint64_t one = static_cast<uint64_t>(format.bias) << format.fraction_bits;
  if (number.kind == Number::Kind::nan || number.negative) return 0;
  return std::min(bits, one);
}

uint64_t write_float(const Conversion& c, Number number) {
  const FloatFormat& format = *format_of(c.to);
  if (c.integral) number = to_integral(number, c.round);
  uint64_t bits = pack(format, number, c.integral ? Round::even : c.round, c.finite);
  if (c.ftz && c.to == Type::f32 && is_subnormal(format, bits)) bits &= uint64_t{1} << 31;
  if (c.saturate) return saturated(format, number, bits);
  if (c.relu && number.negative && number.kind != Number::Kind::nan) return 0;
  return bits;
}

std::optional<Round> round_of(std::string_view word) {
  if (word == "rn" || word == "rni") return Round::even;
  if (word == "rz" || word == "rzi") return Round::zero;
  if (word == "rm" || word == "rmi") return Round::down;
  if (word == "rp" || word == "rpi") return Round::up;
  if (word == "rna") return Round::away;
  return std::nullopt;
}

bool put_word(Conversion& c, std::string_view word) {
  if (word == "ftz") return c.ftz = true;
  if (word == "sat") return c.saturate = true;
  if (word == "satfinite") return c.finite = true;
  if (word == "relu") return c.relu = true;
  const std::optional<Round> round = round_of(word);
  if (!round) return ptx::parse_type(word).has_value();
  c.round = *round;
  c.integral = word.back() == 'i';
  return true;
}

}  // namespace

Conversion Conversion::of(const Op& op) {
  return {.to = static_cast<Type>(op.small & 0xff),
          .from = static_cast<Type>(op.small >> 8),
          .round = static_cast<Round>(op.flags & 7),
          .integral = (op.flags & 8) != 0,
          .ftz = (op.flags & 16) != 0,
          .saturate = (op.flags & 32) != 0,
          .finite = (op.flags & 64) != 0,
          .relu = (op.flags & 128) != 0};
}

void Conversion::put(Op& op) const {
  op.small = static_cast<uint16_t>(static_cast<int>(to) | static_cast<int>(from) << 8);
  op.flags = static_cast<uint8_t>(static_cast<int>(round) | integral << 3 | ftz << 4 | saturate << 5 | finite << 6 |
                                  relu << 7);
}

std::optional<Conversion> conversion_of(const ptx::Instruction& in) {
  if (in.type_count() < 2) return std::nullopt;
  Conversion c{.to = in.type(0), .from = in.type(1)};
  for (const std::string& word : in.modifiers) {
    if (!put_word(c, word)) return std::nullopt;
  }
  return c;
}

uint64_t convert_value(const Conversion& conversion, uint64_t raw) {
  const Number number = read_number(conversion, raw);
  return format_of(conversion.to) ? write_float(conversion, number) : write_integer(conversion, number, raw);
}

uint64_t raw_value(const Warp& warp, Ref ref, int bytes, int lane) {
  if (!ref.is_lanes()) return warp.scalar_value<uint64_t>(ref);
  if (bytes == 8) return warp.lanes<uint64_t>(ref)[lane];
  return bytes == 4 ? warp.lanes<uint32_t>(ref)[lane] : warp.lanes<uint16_t>(ref)[lane];
}

void write_raw(Warp& warp, Ref dst, int bytes, bool uniform, int lane, uint64_t value) {
  if (uniform) {
    warp.scalar<uint64_t>(dst) = value;
  } else if (bytes == 8) {
    warp.lanes<uint64_t>(dst)[lane] = value;
  } else if (bytes == 4) {
    warp.lanes<uint32_t>(dst)[lane] = static_cast<uint32_t>(value);
  } else {
    warp.lanes<uint16_t>(dst)[lane] = static_cast<uint16_t>(value);
  }
}

}  // namespace whet::vgpu
