// The codecs as they were before formulas were shared with GPUs.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "problem/numbers/element_type.h"

namespace whet::before {

// A floating format of at most 16 bits: sign, exponent, mantissa.
struct SmallFloat {
  int mantissa_bits;
  int bias;
  uint32_t largest;   // bits of the largest finite value
  uint32_t infinity;  // bits it overflows to
  uint32_t nan;
  uint32_t sign;  // bit
};

inline constexpr SmallFloat k_f16{10, 15, 0x7bff, 0x7c00, 0x7e00, 0x8000};
inline constexpr SmallFloat k_bf16{7, 127, 0x7f7f, 0x7f80, 0x7fc0, 0x8000};
inline constexpr SmallFloat k_e5m2{2, 15, 0x7b, 0x7c, 0x7e, 0x80};
inline constexpr SmallFloat k_e4m3{3, 7, 0x7e, 0x7e, 0x7f, 0x80};

// Rounds to a multiple of the last place at the value's exponent; a carry runs into the exponent by itself:
//   f16 of 2049: exponent 11, last place 2, 1024.5 places -> even 1024 -> 2048
constexpr uint32_t encode_small(const SmallFloat& format, double value, bool saturates) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
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

constexpr double decode_small(const SmallFloat& format, uint32_t bits) {
  const uint64_t sign = bits & format.sign ? uint64_t{1} << 63 : 0;
  const uint32_t magnitude = bits & (format.sign - 1);
  if (magnitude > format.largest && magnitude != format.infinity) return std::numeric_limits<double>::quiet_NaN();
  if (magnitude > format.largest) return std::bit_cast<double>(sign | uint64_t{0x7ff} << 52);
  const uint32_t field = magnitude >> format.mantissa_bits;
  const uint32_t fraction = magnitude & ((1u << format.mantissa_bits) - 1);
  if (field == 0) {
    const double place =
        std::bit_cast<double>(static_cast<uint64_t>(1023 + 1 - format.bias - format.mantissa_bits) << 52);
    return (sign ? -1.0 : 1.0) * fraction * place;
  }
  const uint64_t exponent = static_cast<uint64_t>(static_cast<int>(field) - format.bias + 1023);
  return std::bit_cast<double>(sign | exponent << 52 | static_cast<uint64_t>(fraction) << (52 - format.mantissa_bits));
}

template <typename Bits, const SmallFloat& format, bool saturates>
struct SmallFloatCodec {
  using Stored = Bits;
  static constexpr Stored encode(double value) { return static_cast<Stored>(encode_small(format, value, saturates)); }
  static constexpr double decode(Stored bits) { return decode_small(format, bits); }
};

template <typename Real>
struct RealCodec {
  using Stored = Real;
  static Stored encode(double value) { return static_cast<Real>(value); }
  static double decode(Stored value) { return static_cast<double>(value); }
};

template <typename Integer>
struct IntegerCodec {
  using Stored = Integer;
  static Stored encode(double value) {
    using Limits = std::numeric_limits<Integer>;
    if (std::isnan(value)) return 0;
    const double rounded = std::nearbyint(value);
    if (rounded <= static_cast<double>(Limits::min())) return Limits::min();
    if (rounded >= static_cast<double>(Limits::max())) return Limits::max();
    return static_cast<Integer>(rounded);
  }
  static double decode(Stored value) { return static_cast<double>(value); }
};

struct BooleanCodec {
  using Stored = uint8_t;
  static Stored encode(double value) { return value != 0 && !std::isnan(value); }
  static double decode(Stored value) { return value != 0; }
};

// Calls `function` with the codec of the type.
template <typename Function>
decltype(auto) with_codec(ElementType type, Function&& function) {
  switch (type) {
    case ElementType::f16:
      return function(SmallFloatCodec<uint16_t, k_f16, false>{});
    case ElementType::bf16:
      return function(SmallFloatCodec<uint16_t, k_bf16, false>{});
    case ElementType::f32:
      return function(RealCodec<float>{});
    case ElementType::f64:
      return function(RealCodec<double>{});
    case ElementType::e4m3:
      return function(SmallFloatCodec<uint8_t, k_e4m3, true>{});
    case ElementType::e5m2:
      return function(SmallFloatCodec<uint8_t, k_e5m2, true>{});
    case ElementType::i8:
      return function(IntegerCodec<int8_t>{});
    case ElementType::u8:
      return function(IntegerCodec<uint8_t>{});
    case ElementType::i16:
      return function(IntegerCodec<int16_t>{});
    case ElementType::u16:
      return function(IntegerCodec<uint16_t>{});
    case ElementType::i32:
      return function(IntegerCodec<int32_t>{});
    case ElementType::u32:
      return function(IntegerCodec<uint32_t>{});
    case ElementType::i64:
      return function(IntegerCodec<int64_t>{});
    case ElementType::u64:
      return function(IntegerCodec<uint64_t>{});
    default:
      return function(BooleanCodec{});
  }
}

inline void encode_element(ElementType type, double value, char* bytes) {
  before::with_codec(type, [&](auto codec) {
    const auto stored = codec.encode(value);
    std::memcpy(bytes, &stored, sizeof stored);
  });
}

inline double decode_element(ElementType type, const char* bytes) {
  return before::with_codec(type, [&](auto codec) {
    typename decltype(codec)::Stored stored;
    std::memcpy(&stored, bytes, sizeof stored);
    return codec.decode(stored);
  });
}

inline std::vector<double> decode_elements(ElementType type, std::string_view bytes) {
  std::vector<double> values(bytes.size() / bytes_of(type));
  before::with_codec(type, [&](auto codec) {
    typename decltype(codec)::Stored stored;
    for (size_t i = 0; i < values.size(); ++i) {
      std::memcpy(&stored, bytes.data() + i * sizeof stored, sizeof stored);
      values[i] = codec.decode(stored);
    }
  });
  return values;
}

inline std::string encode_elements(ElementType type, std::span<const double> values) {
  std::string bytes(values.size() * bytes_of(type), '\0');
  before::with_codec(type, [&](auto codec) {
    for (size_t i = 0; i < values.size(); ++i) {
      const auto stored = codec.encode(values[i]);
      std::memcpy(bytes.data() + i * sizeof stored, &stored, sizeof stored);
    }
  });
  return bytes;
}

}  // namespace whet::before
