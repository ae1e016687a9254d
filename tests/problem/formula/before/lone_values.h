// Lone values as they were made before formulas were shared with GPUs.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "problem/data/data.h"
#include "problem/data/value_range.h"
#include "problem/formula/before/codec.h"

namespace whet::before {

// An array on its way from the problem's data to a variant's.
struct VariedArray {
  std::vector<double> values;
  ValueRange range;
  Rows rows;
  uint64_t seed = 0;
  ElementType type = ElementType::f32;
  double reach = 0;  // the share of the type's exponents that values are taken to
};

// A number of the range, whole where it must be.
inline double fitted(const ValueRange& range, double value);
// What nobody would take for large: the lowest eighth of a range; as it is in a free array.
inline double harmless(const ValueRange& range, double value);
// Large values differ a little from row to row; those of pieces of one row leave room for the largest of all.
inline double large_in_row(const VariedArray& array, uint64_t row);

// Of arrays that take any values.
inline void scale_up(VariedArray& array);
inline void scale_down(VariedArray& array);
inline void shift(VariedArray& array);

// One value that stands out in every row, or in every column. Over the rows it walks through all places, the first and
// the last of a row among them, and four variants put the largest of all at places that differ by 1, 2 and 3 modulo 4:
//   rows of 5:  . . . . A | . . A . . | A . . . . | . . . A .
inline void put_large(VariedArray& array);
inline void put_low(VariedArray& array);
inline void put_by_column(VariedArray& array);
// The first rows are harmless throughout; in the others everything behind a place that differs from row to row is
// large.
inline void end_large(VariedArray& array);
inline void begin_large(VariedArray& array);  // the same from behind

inline void make_equal(VariedArray& array);
inline void make_few(VariedArray& array);
inline void sort_values(VariedArray& array);
// One or two times a power of two: sums and sums of squares are exact in any order.
inline void make_whole(VariedArray& array);

inline void put_infinities(VariedArray& array);
inline void put_nans(VariedArray& array);

constexpr double k_infinity = std::numeric_limits<double>::infinity();

inline double mirrored(const ValueRange& range, double value) {
  return range.is_free ? -value : range.high - (value - range.low);
}

// Walks through all places of a row, from one row to the next.
class Walk {
 public:
  Walk(uint64_t seed, uint64_t length)
      : length_(std::max<uint64_t>(1, length)), first_(random_bits(seed, 1) % length_) {
    step_ = 1 + random_bits(seed, 2) % length_;
    while (std::gcd(step_, length_) != 1) ++step_;
  }
  uint64_t operator()(uint64_t row) const { return (first_ + row % length_ * step_) % length_; }

 private:
  uint64_t length_, first_, step_ = 1;
};

// The first and last elements of rows are where tails go wrong: every fourth row each, and the very last of all.
inline uint64_t place_in_row(const Walk& walk, uint64_t row, const Rows& rows, uint64_t length) {
  const uint64_t edge = std::min<uint64_t>(row / 4 % 4, length - 1);
  if (row + 1 == rows.count || row % 4 == 1) return row + 1 == rows.count ? length - 1 : length - 1 - edge;
  if (row % 4 == 3) return edge;
  return std::min(walk(row), length - 1);
}

inline uint64_t length_of(const VariedArray& array, uint64_t row) {
  return std::min<uint64_t>(array.rows.length, array.values.size() - row * array.rows.length);
}

// The largest and the lowest of all, where rows are pieces of one: at places of their own in each of four variants.
inline void put_extremes(VariedArray& array, uint64_t number) {
  const uint64_t count = array.values.size();
  if (array.rows.are_real || count < 8) return;
  const auto place = [&](uint64_t draw, uint64_t residue) {
    return random_bits(array.seed, draw) % (count / 4) * 4 + (array.seed + residue) % 4;
  };
  const ValueRange& range = array.range;
  array.values[place(3 + number, number)] = range.is_free ? 1.25 * range.high : range.high;
  array.values[place(13 + number, number + 2)] = range.is_free ? 1.25 * range.low : range.low;
}

inline void put_lone(VariedArray& array, uint64_t number) {
  const Walk walk(array.seed + number, array.rows.length);
  for (double& value : array.values) value = before::harmless(array.range, value);
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    const uint64_t length = length_of(array, row);
    array.values[row * array.rows.length + place_in_row(walk, row, array.rows, length)] =
        before::large_in_row(array, row);
  }
}

inline void mirror(VariedArray& array) {
  for (double& value : array.values) value = mirrored(array.range, value);
}

inline void amplify_ends(VariedArray& array, uint64_t number) {
  const Walk walk(array.seed + number, array.rows.length);
  const uint64_t untouched = array.rows.count / 4;
  for (double& value : array.values) value = before::harmless(array.range, value);
  for (uint64_t row = untouched; row < array.rows.count; ++row) {
    const uint64_t first = row * array.rows.length, length = length_of(array, row);
    const uint64_t cut = length / 2 + walk(row) % (length - length / 2);
    for (uint64_t i = cut; i < length; ++i) {
      double& value = array.values[first + i];
      value = array.range.is_free ? 64 * value : mirrored(array.range, value);
    }
    array.values[first + cut + random_bits(array.seed, row) % (length - cut)] = before::large_in_row(array, row);
  }
}

inline double power_of_two_near(double value) {
  return std::exp2(std::floor(std::log2(value)));
}

// Two neighbours of a grid so coarse that sums of them are exact; the same twice where the range has no two.
inline std::pair<double, double> coarse_values(const ValueRange& range) {
  if (range.is_free) return {power_of_two_near(range.spread), 2 * power_of_two_near(range.spread)};
  if (range.high <= range.low) return {range.low, range.low};
  const double quantum = std::max(range.is_whole ? 1 : 0.0, power_of_two_near((range.high - range.low) / 4));
  double first = std::ceil(range.low / quantum) * quantum;
  if (first == 0 && first + quantum <= range.high) first = quantum;  // what is left out of a sum must count
  return {first, first + quantum <= range.high ? first + quantum : first};
}

inline double fitted(const ValueRange& range, double value) {
  if (range.is_free) return value;
  return std::clamp(range.is_whole ? std::floor(value) : value, range.low, range.high);
}

inline double harmless(const ValueRange& range, double value) {
  return range.is_free ? value : before::fitted(range, range.low + (value - range.low) / 8);
}

inline double large_in_row(const VariedArray& array, uint64_t row) {
  const double less = static_cast<double>(random_bits(array.seed, 1000 + row) % 16) / 64;
  if (array.range.is_free) return array.range.high * (1 - less);
  const double width = array.range.high - array.range.low;
  return array.rows.are_real ? array.range.high
                             : before::fitted(array.range, array.range.high - width * (0.125 + less / 2));
}

inline void scale_up(VariedArray& array) {
  for (double& value : array.values) value *= 16;
}

// Not so far that products of two would be lost in a type with few exponents.
inline void scale_down(VariedArray& array) {
  const double room = array.range.spread / (1024 * array.range.smallest_normal);
  const double divisor = std::clamp(std::exp2(std::floor(std::log2(room))), 2.0, 1024.0);
  for (double& value : array.values) value /= divisor;
}

// So far that half the digits go: a variance as the difference of two sums has none left, one of differences has.
inline void shift(VariedArray& array) {
  const double distance = array.range.spread * std::exp2(array.range.significant_bits / 2);
  for (double& value : array.values) value += distance;
}

inline void put_large(VariedArray& array) {
  put_lone(array, 0);
  put_extremes(array, 0);
}

inline void put_low(VariedArray& array) {
  mirror(array);
  put_lone(array, 1);
  mirror(array);
  put_extremes(array, 1);
}

inline void put_by_column(VariedArray& array) {
  const uint64_t columns = array.rows.length, rows = array.rows.count;
  const Walk walk(array.seed + 4, rows);
  for (double& value : array.values) value = before::harmless(array.range, value);
  for (uint64_t column = 0; column < columns; ++column) {
    const uint64_t edge = column % 4 == 1 ? rows - 1 : 0;
    const uint64_t row = column % 2 == 1 ? edge : walk(column);
    array.values[row * columns + column] = before::large_in_row(array, column);
  }
}

inline void end_large(VariedArray& array) {
  amplify_ends(array, 2);
  put_extremes(array, 2);
}

inline void begin_large(VariedArray& array) {
  std::reverse(array.values.begin(), array.values.end());
  amplify_ends(array, 3);
  std::reverse(array.values.begin(), array.values.end());
  put_extremes(array, 3);
}

inline void make_equal(VariedArray& array) {
  const auto [one, two] = coarse_values(array.range);
  const uint64_t bits = random_bits(array.seed, 5);
  double value = bits & 1 ? one : two;
  if (array.range.is_free) value *= bits & 2 ? -1.25 : -0.75;  // those of `shift` are positive
  if (array.range.is_whole) {
    const double steps =
        std::floor(static_cast<double>(bits >> 11) * 0x1p-53 * (array.range.high - array.range.low + 1));
    value = before::fitted(array.range, array.range.low + steps);
  }
  std::fill(array.values.begin(), array.values.end(), value);
}

inline void make_few(VariedArray& array) {
  const size_t kinds = std::min<size_t>(4, array.values.size());
  const std::vector<double> chosen(array.values.begin(), array.values.begin() + static_cast<std::ptrdiff_t>(kinds));
  for (size_t i = 0; i < array.values.size(); ++i) array.values[i] = chosen[random_bits(array.seed, i) % kinds];
}

// Of many values every so many-th, as often: order is what matters, and sorting a million takes longer than the kernel.
inline void sort_values(VariedArray& array) {
  constexpr size_t k_most = 1 << 16;
  const size_t step = array.values.size() / k_most + 1;
  std::vector<double> some;
  for (size_t i = 0; i < array.values.size(); i += step) some.push_back(array.values[i]);
  std::sort(some.begin(), some.end());
  for (size_t i = 0; i < array.values.size(); ++i) array.values[i] = some[i / step];
}

inline void make_whole(VariedArray& array) {
  const auto [one, two] = coarse_values(array.range);
  for (size_t i = 0; i < array.values.size(); ++i) array.values[i] = random_bits(array.seed, i) & 1 ? one : two;
}

// An infinity in one row of four and a negative one in another; the rest of a row that has one means little.
inline void put_infinities(VariedArray& array) {
  const Walk walk(array.seed, array.rows.length);
  const uint64_t lone = random_bits(array.seed, 6) % array.rows.count;
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    double* const first = array.values.data() + row * array.rows.length;
    const uint64_t length = length_of(array, row), place = std::min(walk(row), length - 1);
    if (array.rows.are_real ? row % 4 < 2 : row == lone) {
      const bool is_negative = row % 4 == 1 && array.rows.are_real;
      first[is_negative && row / 4 % 2 == 0 ? 0 : place] = is_negative ? -k_infinity : k_infinity;
    } else if (row % 4 == 2) {
      first[place] = -0.0;
      first[(place + 1) % length] = array.range.smallest_normal / 4;
      first[(place + 2) % length] = -array.range.smallest_normal / 2;
    }
  }
}

inline void put_nans(VariedArray& array) {
  const Walk walk(array.seed + 1, array.rows.length);
  const uint64_t lone = random_bits(array.seed, 7) % array.rows.count;
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    if (array.rows.are_real ? row % 2 == 1 : row != lone) continue;
    const uint64_t length = length_of(array, row);
    array.values[row * array.rows.length + std::min(walk(row), length - 1)] = std::nan("");
  }
}

}  // namespace whet::before
