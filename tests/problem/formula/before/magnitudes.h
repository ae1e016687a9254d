// Magnitudes and chosen places as they were made before formulas were shared with GPUs.
#pragma once

#include "problem/formula/before/lone_values.h"

namespace whet::before {

constexpr double k_mixed_share = 0.19;  // of the exponents, up and down
constexpr double k_least_factor = 32;   // less is asked elsewhere

// Of the exponents above 1, or below it.
inline int exponents_of(const VariedArray& array, bool below) {
  return static_cast<int>(std::log2(below ? 1 / array.range.smallest_normal : largest(array.type)));
}

inline double usual_size(const ValueRange& range) {
  return std::exp2(std::ceil(std::log2(std::fmax(std::fabs(range.centre) + range.spread, 0x1p-60))));
}

// Around one in most rows, larger or smaller by up to 2^8 in others; of a range what it holds.
inline double base_of(const VariedArray& array, uint64_t row, double value) {
  if (!array.range.is_free) return before::fitted(array.range, value);
  const int exponent = static_cast<int>(random_bits(array.seed, 2000 + row) % 17) - 8;
  const double size =
      std::ldexp(array.range.spread, std::clamp(exponent, -8, array.range.significant_bits > 11 ? 8 : 2));
  return std::copysign(size * (1 + static_cast<double>(random_bits(array.seed, 3000 + row) >> 11) * 0x1p-53), value);
}

inline double stepped(ElementType type, double value, int steps) {
  if (!is_floating(type)) return std::clamp(value + steps, lowest(type), largest(type));
  char bytes[sizeof(uint64_t)] = {};
  before::encode_element(type, value, bytes);
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const uint64_t sign = 1ull << (8 * bytes_of(type) - 1), size = word & (sign - 1);
  if (steps < 0 && size < static_cast<uint64_t>(-steps)) return value;
  word = (word & sign) | ((size + static_cast<uint64_t>(static_cast<int64_t>(steps))) & (sign - 1));
  std::memcpy(bytes, &word, sizeof word);
  const double moved = before::decode_element(type, bytes);
  return std::isfinite(moved) ? moved : value;
}

inline void make_huge(VariedArray& array) {
  const double factor = std::exp2(std::floor(array.reach * exponents_of(array, false))) / usual_size(array.range);
  if (factor < k_least_factor) return;
  for (uint64_t i = 0; i < array.values.size(); ++i) {
    const uint64_t kind = i / array.rows.length % 4;
    double& value = array.values[i];
    if (array.rows.are_real && kind == 1) value = -array.range.spread - std::fabs(value);
    if (array.rows.are_real && kind == 2) value = array.range.spread + std::fabs(value);
    value *= factor;
  }
}

inline void make_tiny(VariedArray& array) {
  const double factor = std::exp2(-std::floor(array.reach * exponents_of(array, true))) / usual_size(array.range);
  if (factor * k_least_factor > 1) return;
  for (double& value : array.values) value *= factor;
}

inline void mix_magnitudes(VariedArray& array) {
  const auto most = static_cast<int>(k_mixed_share * exponents_of(array, false));
  if (array.rows.count < 2) return;
  for (uint64_t i = 0; i < array.values.size(); ++i) {
    const uint64_t bits = random_bits(array.seed, 4000 + i / array.rows.length);
    array.values[i] =
        std::ldexp(array.values[i], static_cast<int>(bits % (2 * static_cast<uint64_t>(most) + 1)) - most);
  }
}

inline void make_neighbours(VariedArray& array) {
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    const uint64_t first = row * array.rows.length;
    const uint64_t length = std::min<uint64_t>(array.rows.length, array.values.size() - first);
    const double base = base_of(array, row, array.values[first]);
    for (uint64_t i = first; i < first + length; ++i)
      array.values[i] = before::fitted(
          array.range, before::stepped(array.type, base, static_cast<int>(random_bits(array.seed, i) % 4)));
  }
}

// Their sum is not zero: what leaves both out of a sum is seen.
inline double low_beside(const VariedArray& array, double large) {
  return array.range.is_free ? -0.75 * large : array.range.low;
}

inline void make_harmless(VariedArray& array) {
  for (double& value : array.values) value = before::harmless(array.range, value);
}

inline void put_two(VariedArray& array, uint64_t row, uint64_t first, uint64_t large_at, uint64_t low_at) {
  const double large = before::large_in_row(array, row);
  if (low_at != large_at) array.values[first + low_at] = low_beside(array, large);
  array.values[first + large_at] = large;
}

inline void put_in_cells(VariedArray& array, uint64_t turn) {
  make_harmless(array);
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    const uint64_t first = row * array.rows.length;
    const uint64_t length = std::min<uint64_t>(array.rows.length, array.values.size() - first);
    const uint64_t at = (random_bits(array.seed, row) + turn) % length;
    put_two(array, row, first, at, (at + length / 2) % length);
  }
}

inline void put_at_places(VariedArray& array, const std::vector<uint64_t>& places, uint64_t turn) {
  make_harmless(array);
  const uint64_t rows = array.rows.are_real ? array.rows.count : 1;
  const uint64_t length = array.rows.are_real ? array.rows.length : array.values.size();
  for (uint64_t row = 0; row < rows; ++row) {
    const bool is_named = std::find(places.begin(), places.end(), row) != places.end();
    const uint64_t first = turn + (is_named || rows == 1 ? 0 : row);
    const auto place = [&](uint64_t next) { return places[(first + next) % places.size()] % length; };
    put_two(array, row, row * length, place(0), place(1));
  }
  const uint64_t index = places[turn % places.size()];
  if (rows > 1 && index >= length && index < rows * length)
    put_two(array, index / length, index / length * length, index % length, (index + length / 2) % length);
}

}  // namespace whet::before
