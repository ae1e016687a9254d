// Single elements as they were changed before formulas were shared with GPUs.
#pragma once

#include "problem/data/edited_values.h"
#include "problem/formula/before/magnitudes.h"

namespace whet::before {

inline uint64_t word_of(ElementType type, double value) {
  char bytes[sizeof(uint64_t)] = {};
  before::encode_element(type, value, bytes);
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

inline double value_of(ElementType type, uint64_t word) {
  char bytes[sizeof word];
  std::memcpy(bytes, &word, sizeof word);
  return before::decode_element(type, bytes);
}

// What one array may hold of what a code holds.
struct Pool {
  ElementType type;
  ValueRange range;
  std::vector<BitPattern> patterns;
  std::vector<double> values;

  double usual(double value, uint64_t bits) const {
    if (bits % 4 == 0) return value;
    const uint64_t draw = bits >> 8;
    if (!values.empty() && (patterns.empty() || (bits & 4))) return values[draw % values.size()];
    if (patterns.empty()) return value;
    const BitPattern& pattern = patterns[draw % patterns.size()];
    const double marked = value_of(type, (word_of(type, value) & ~pattern.mask) | pattern.bits);
    return is_usual(marked) ? marked : value;
  }
  bool is_usual(double value) const {
    return std::isfinite(value) && value >= range.low && value <= range.high && !is_denormal(value);
  }
  bool is_denormal(double value) const { return value != 0 && std::fabs(value) < range.smallest_normal; }
};

inline std::string listed(const ResolvedArgument& argument, uint64_t seed, const std::vector<double>& chosen,
                          const std::vector<BitPattern>& patterns, const std::string& bytes) {
  std::vector<double> values = before::decode_elements(argument.type, bytes);
  const Pool pool{argument.type, value_range(argument), patterns, chosen};
  for (size_t i = 0; i < values.size(); ++i) values[i] = pool.usual(values[i], random_bits(seed, i));
  return before::encode_elements(argument.type, values);
}

inline std::string large_listed(const ResolvedArgument& argument, uint64_t seed, const std::vector<double>& from,
                                const std::string& bytes) {
  std::vector<double> values = before::decode_elements(argument.type, bytes);
  const uint64_t length = rows_of(argument).length;
  for (size_t i = 0; i < values.size() && !from.empty(); ++i) {
    const double value = from[(i / length) % from.size()];
    const double factors[4] = {1, 0.5, 1.5, std::fabs(values[i]) / (1 + std::fabs(values[i]))};
    values[i] = value_of(argument.type, word_of(argument.type, value * factors[random_bits(seed, i) % 4]));
  }
  return before::encode_elements(argument.type, values);
}

inline uint64_t exponent_bits(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return 0x7ffull << 52;
    case ElementType::f32:
      return 0xffull << 23;
    case ElementType::bf16:
      return 0xffull << 7;
    case ElementType::f16:
    case ElementType::e5m2:
      return type == ElementType::f16 ? 0x1full << 10 : 0x1full << 2;
    default:
      return 0xfull << 3;
  }
}

// One in eight without an exponent, one in eight with the largest.
inline uint64_t any_word(ElementType type, uint64_t bits) {
  constexpr int k_kinds = 3;
  const uint64_t kind = bits >> (64 - k_kinds), word = bits ^ bits >> 29;
  if (kind == 0) return word & ~exponent_bits(type);
  return kind == 1 ? word | exponent_bits(type) : word;
}

inline std::string with_bits(ElementType type, uint64_t count, uint64_t seed, uint64_t mask) {
  const uint64_t size = bytes_of(type);
  std::string bytes(count * size, '\0');
  for (uint64_t at = 0; at < count; ++at) {
    const uint64_t word = any_word(type, random_bits(seed, at)) ^ mask;
    std::memcpy(bytes.data() + at * size, &word, size);
  }
  return bytes;
}

inline double last_place(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return 0x1p-52;
    case ElementType::f32:
      return 0x1p-23;
    case ElementType::f16:
      return 0x1p-10;
    case ElementType::bf16:
      return 0x1p-7;
    default:
      return 0;
  }
}

// Every value but zeros up or down by a last place of its own, or by as much as those of a coarser type.
inline std::string nudged(ElementType type, const std::string& bytes, double change, uint64_t seed) {
  std::vector<double> values = before::decode_elements(type, bytes);
  const double own = last_place(type);
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]) || values[i] == 0) continue;
    const double up = random_bits(seed, i * sizeof(float)) & 1 ? 1 : -1;
    if (type == ElementType::f32 && change <= own)
      values[i] = std::nextafter(static_cast<float>(values[i]), up > 0 ? HUGE_VALF : -HUGE_VALF);
    else
      values[i] *= 1 + up * change;
  }
  return before::encode_elements(type, values);
}

inline std::string rounded(ElementType type, const std::string& bytes, ElementType lesser) {
  std::vector<double> values = before::decode_elements(type, bytes);
  values = before::decode_elements(lesser, before::encode_elements(lesser, values));
  return before::encode_elements(type, values);
}

inline std::string few_changed(ElementType type, std::string bytes, uint64_t seed) {
  const uint64_t size = bytes_of(type), count = bytes.size() / size;
  for (uint64_t part = 0; part < 16 && count > 1; ++part) {
    const uint64_t bits = random_bits(seed, 1000 + part);
    const uint64_t to = std::min(count - 1, (part * count + bits % count) / 16), from = (bits >> 32) % count;
    std::copy_n(bytes.data() + from * size, size, bytes.data() + to * size);
  }
  return bytes;
}

}  // namespace whet::before
