// How each element type is stored: Codec::encode(double) and Codec::decode(Stored), chosen once for a whole array.
#pragma once

#include "problem/formula/bilingual.h"

namespace whet {

// A floating format of at most 16 bits: sign, exponent, mantissa.
struct SmallFloat {
  int mantissa_bits;
  int bias;
  uint32_t largest;   // bits of the largest finite value
  uint32_t infinity;  // bits it overflows to
  uint32_t nan;
  uint32_t sign;  // bit
};

struct F16Format {
  static WHET_CONSTANT SmallFloat format() { return {10, 15, 0x7bff, 0x7c00, 0x7e00, 0x8000}; }
};
struct Bf16Format {
  static WHET_CONSTANT SmallFloat format() { return {7, 127, 0x7f7f, 0x7f80, 0x7fc0, 0x8000}; }
};
struct E5m2Format {
  static WHET_CONSTANT SmallFloat format() { return {2, 15, 0x7b, 0x7c, 0x7e, 0x80}; }
};
struct E4m3Format {
  static WHET_CONSTANT SmallFloat format() { return {3, 7, 0x7e, 0x7e, 0x7f, 0x80}; }
};

// Rounds to a multiple of the last place at the value's exponent; a carry runs into the exponent by itself:
//   f16 of 2049: exponent 11, last place 2, 1024.5 places -> even 1024 -> 2048
WHET_CONSTANT uint32_t encode_small(const SmallFloat& format, double value, bool saturates) {
  const uint64_t bits = formula::bits_of(value);
  const uint32_t sign = bits >> 63 ? format.sign : 0;
  const int field = static_cast<int>(bits >> 52) & 0x7ff;
  const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
  if (field == 0x7ff) return sign | (fraction ? format.nan : format.infinity);
  if (field == 0) return sign;  // zero, or far below the smallest of any format
  const int exponent = field - 1023;
  const int rounding_exponent = exponent < 1 - format.bias ? 1 - format.bias : exponent;
  const int dropped = 52 - format.mantissa_bits + (rounding_exponent - exponent);
  if (dropped > 53) return sign;
  const uint64_t mantissa = fraction | uint64_t{1} << 52;
  const uint64_t kept = mantissa >> dropped;
  const uint64_t rest = mantissa & ((uint64_t{1} << dropped) - 1), half = uint64_t{1} << (dropped - 1);
  const uint64_t places = kept + (rest > half || (rest == half && kept & 1) ? 1 : 0);
  const int64_t encoded =
      (int64_t{rounding_exponent + format.bias - 1} << format.mantissa_bits) + static_cast<int64_t>(places);
  if (encoded > format.largest) return sign | (saturates ? format.largest : format.infinity);
  return sign | static_cast<uint32_t>(encoded);
}

WHET_CONSTANT double decode_small(const SmallFloat& format, uint32_t bits) {
  const uint64_t sign = bits & format.sign ? uint64_t{1} << 63 : 0;
  const uint32_t magnitude = bits & (format.sign - 1);
  if (magnitude > format.largest && magnitude != format.infinity) return formula::double_of(uint64_t{0x7ff8} << 48);
  if (magnitude > format.largest) return formula::double_of(sign | uint64_t{0x7ff} << 52);
  const uint32_t field = magnitude >> format.mantissa_bits;
  const uint32_t fraction = magnitude & ((1u << format.mantissa_bits) - 1);
  if (field == 0) return (sign ? -1.0 : 1.0) * fraction * formula::power_of_two(1 - format.bias - format.mantissa_bits);
  const uint64_t exponent = static_cast<uint64_t>(static_cast<int>(field) - format.bias + 1023);
  return formula::double_of(sign | exponent << 52 | static_cast<uint64_t>(fraction) << (52 - format.mantissa_bits));
}

template <typename Bits, typename Format, bool saturates>
struct SmallFloatCodec {
  using Stored = Bits;
  static constexpr bool k_is_floating = true;
  static WHET_CONSTANT Stored encode(double value) {
    return static_cast<Stored>(encode_small(Format::format(), value, saturates));
  }
  static WHET_CONSTANT double decode(Stored bits) { return decode_small(Format::format(), bits); }
  static WHET_CONSTANT uint64_t word(Stored bits) { return bits; }
  static WHET_CONSTANT Stored of_word(uint64_t word) { return static_cast<Stored>(word); }
};

struct SingleCodec {
  using Stored = float;
  static constexpr bool k_is_floating = true;
  static WHET_BOTH Stored encode(double value) { return formula::narrowed(value); }
  static WHET_BOTH double decode(Stored value) { return formula::widened(value); }
  static WHET_BOTH uint64_t word(Stored value) { return formula::bits_of(value); }
  static WHET_BOTH Stored of_word(uint64_t word) { return formula::float_of(static_cast<uint32_t>(word)); }
};

struct DoubleCodec {
  using Stored = double;
  static constexpr bool k_is_floating = true;
  static WHET_BOTH Stored encode(double value) { return value; }
  static WHET_BOTH double decode(Stored value) { return value; }
  static WHET_BOTH uint64_t word(Stored value) { return formula::bits_of(value); }
  static WHET_BOTH Stored of_word(uint64_t word) { return formula::double_of(word); }
};

template <typename Integer>
struct IntegerCodec {
  using Stored = Integer;
  static constexpr bool k_is_floating = false;
  static constexpr bool k_is_signed = static_cast<Integer>(-1) < static_cast<Integer>(1);
  static constexpr uint64_t k_most = ~uint64_t{0} >> (64 - 8 * sizeof(Integer) + (k_is_signed ? 1 : 0));
  static WHET_BOTH Integer lowest() { return k_is_signed ? static_cast<Integer>(~k_most) : static_cast<Integer>(0); }
  static WHET_BOTH Integer largest() { return static_cast<Integer>(k_most); }
  static WHET_BOTH Stored encode(double value) {
    if (value != value) return 0;
    const double rounded = formula::rounded_to_even(value);
    if (rounded <= static_cast<double>(lowest())) return lowest();
    if (rounded >= static_cast<double>(largest())) return largest();
    return static_cast<Integer>(rounded);
  }
  static WHET_BOTH double decode(Stored value) { return static_cast<double>(value); }
  static WHET_BOTH uint64_t word(Stored value) {
    return static_cast<uint64_t>(value) & (~uint64_t{0} >> (64 - 8 * sizeof(Integer)));
  }
  static WHET_BOTH Stored of_word(uint64_t word) { return static_cast<Integer>(word); }
};

struct BooleanCodec {
  using Stored = uint8_t;
  static constexpr bool k_is_floating = false;
  static WHET_BOTH Stored lowest() { return 0; }
  static WHET_BOTH Stored largest() { return 1; }
  static WHET_BOTH Stored encode(double value) { return value != 0 && value == value; }
  static WHET_BOTH double decode(Stored value) { return value != 0; }
  static WHET_BOTH uint64_t word(Stored value) { return value; }
  static WHET_BOTH Stored of_word(uint64_t word) { return static_cast<uint8_t>(word); }
};

using F16Codec = SmallFloatCodec<uint16_t, F16Format, false>;
using Bf16Codec = SmallFloatCodec<uint16_t, Bf16Format, false>;
using E4m3Codec = SmallFloatCodec<uint8_t, E4m3Format, true>;
using E5m2Codec = SmallFloatCodec<uint8_t, E5m2Format, true>;

namespace formula {

// The value so many steps of the type farther from zero, or nearer to it; itself where there is none.
template <typename Codec>
WHET_BOTH double stepped(double value, int steps) {
  if constexpr (!Codec::k_is_floating) {
    return clamped(value + steps, Codec::decode(Codec::lowest()), Codec::decode(Codec::largest()));
  } else {
    const uint64_t word = Codec::word(Codec::encode(value));
    const uint64_t sign = 1ull << (8 * sizeof(typename Codec::Stored) - 1), size = word & (sign - 1);
    if (steps < 0 && size < static_cast<uint64_t>(-steps)) return value;
    const uint64_t other = (size + static_cast<uint64_t>(static_cast<int64_t>(steps))) & (sign - 1);
    const double moved = Codec::decode(Codec::of_word((word & sign) | other));
    return is_finite(moved) ? moved : value;
  }
}

// An element as it is stored: of its value, or of its bits.
template <typename Codec>
WHET_BOTH typename Codec::Stored stored_as(double value) {
  return Codec::encode(value);
}
template <typename Codec>
WHET_BOTH typename Codec::Stored stored_as(Word word) {
  return Codec::of_word(word.bits);
}

// What a formula may read: the array it changes, another one of the same type, and its tables.
template <typename Codec>
struct Sources {
  const void *base, *other;
  const uint64_t* tables;

  WHET_BOTH double value(uint64_t i) const { return Codec::decode(loaded<typename Codec::Stored>(base, i)); }
  WHET_BOTH double other_value(uint64_t i) const { return Codec::decode(loaded<typename Codec::Stored>(other, i)); }
  WHET_BOTH uint64_t word(uint64_t i) const { return Codec::word(loaded<typename Codec::Stored>(base, i)); }
  WHET_BOTH uint64_t table(uint64_t at) const { return tables[at]; }
  WHET_BOTH double table_value(uint64_t at) const { return double_of(tables[at]); }
};

// A formula is `place(from, i)`, which holds what is the same for all elements up to its `end`, and
// `at(from, place, i)`, which is element i. Of these formulas every element stands by itself.
struct Everywhere {
  struct Place {
    uint64_t end;
  };
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>&, uint64_t) const {
    return {~0ull};
  }
};

}  // namespace formula

}  // namespace whet
