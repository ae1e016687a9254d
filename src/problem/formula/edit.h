// Single elements of an array changed: to values of a list, to any bits, by a last place, to what a lesser type holds.
#pragma once

#include "problem/formula/codec.h"
#include "problem/formula/range.h"

namespace whet::formula {

// Three of four values change: half of them to a value of the list, half to one with a pattern of bits. The tables
// hold the values, then the patterns as mask and bits.
struct ListedValues : Everywhere {
  ValueRange range;
  uint64_t seed, values, patterns;  // how many

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    const double value = from.value(i);
    const uint64_t bits = random_bits(seed, i), draw = bits >> 8;
    if (bits % 4 == 0) return value;
    if (values > 0 && (patterns == 0 || (bits & 4))) return from.table_value(draw % values);
    if (patterns == 0) return value;
    const uint64_t at = values + 2 * (draw % patterns);
    const uint64_t word = (Codec::word(Codec::encode(value)) & ~from.table(at)) | from.table(at + 1);
    const double marked = Codec::decode(Codec::of_word(word));
    return is_usual(marked) ? marked : value;
  }
  WHET_BOTH bool is_usual(double value) const {
    const bool is_denormal = value != 0 && magnitude(value) < range.smallest_normal;
    return is_finite(value) && value >= range.low && value <= range.high && !is_denormal;
  }
};

// Around one value of the list in each row, on both sides of it.
struct LargeListedValues : Everywhere {
  uint64_t seed, length, values;  // of a row, and how many

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    const double value = from.table_value(i / length % values);
    switch (random_bits(seed, i) % 4) {
      case 0:
        return value;
      case 1:
        return value * 0.5;
      case 2:
        return value * 1.5;
      default: {
        const double size = magnitude(from.value(i));
        return is_finite(size) ? value * (size / (1 + size)) : double_of(0x7ff8ull << 48);
      }
    }
  }
};

// Any bits; one in eight without an exponent, one in eight with the largest.
struct AnyBits : Everywhere {
  uint64_t seed, exponent, mask;  // the exponent's bits, and bits that are turned over

  template <typename Codec>
  WHET_BOTH Word at(const Sources<Codec>&, const Everywhere::Place&, uint64_t i) const {
    const uint64_t bits = random_bits(seed, i), kind = bits >> 61, word = bits ^ bits >> 29;
    if (kind == 0) return {(word & ~exponent) ^ mask};
    return {(kind == 1 ? word | exponent : word) ^ mask};
  }
};

// Every value up or down by a share of it, or to the next float. A zero stays one: of a sum of rounded numbers it may
// become a tiny one, but a function that asks for its sign would then be allowed to answer anything.
struct Nudged : Everywhere {
  uint64_t seed;
  double change;
  bool is_next_float;

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    const double value = from.value(i);
    if (!is_finite(value) || value == 0) return value;
    const bool is_up = random_bits(seed, i * sizeof(float)) & 1;
    if (!is_next_float) return value * (1 + (is_up ? 1.0 : -1.0) * change);
    const uint32_t bits = bits_of(narrowed(value));
    return widened(float_of((value > 0) == is_up ? bits + 1 : bits - 1));
  }
};

enum class LesserType : uint8_t { f32, f16, e4m3, e5m2 };

// Each value as a lesser type holds it.
struct Rounded : Everywhere {
  LesserType lesser;

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    const double value = from.value(i);
    switch (lesser) {
      case LesserType::f32:
        return SingleCodec::decode(SingleCodec::encode(value));
      case LesserType::f16:
        return F16Codec::decode(F16Codec::encode(value));
      case LesserType::e4m3:
        return E4m3Codec::decode(E4m3Codec::encode(value));
      default:
        return E5m2Codec::decode(E5m2Codec::encode(value));
    }
  }
};

// Each float with other last bits, of those that a number of tf32 lacks, where it stays in the range. Zeros stay zeros.
struct LastDigits : Everywhere {
  ValueRange range;
  uint64_t seed;
  uint32_t digits, drawn;  // of 13 bits; those that are drawn

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    const double value = from.value(i);
    if (!is_finite(value) || value == 0) return value;
    const uint32_t own = digits | (static_cast<uint32_t>(random_bits(seed, i)) & drawn);
    const double other = widened(float_of((bits_of(narrowed(value)) & ~0x1fffu) | own));
    return range.is_free || (other >= range.low && other <= range.high) ? other : value;
  }
};

// Every so many-th element of a longer array.
struct EveryElement : Everywhere {
  uint64_t step;

  template <typename Codec>
  WHET_BOTH Word at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    return {from.word(i * step)};
  }
};

// A few elements take another one's value; of those that change twice the last counts. Places are in the array as it
// was.
struct FewChanged : Everywhere {
  static constexpr uint64_t k_changes = 16;
  uint64_t changes;
  uint64_t to[k_changes], source[k_changes];

  template <typename Codec>
  WHET_BOTH Word at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    uint64_t taken = i;
    for (uint64_t change = 0; change < changes; ++change) taken = to[change] == i ? source[change] : taken;
    return {from.word(taken)};
  }
};

}  // namespace whet::formula
