#include "problem/data/lone_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "problem/data/data.h"

namespace whet {

namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

double mirrored(const ValueRange& range, double value) {
  return range.is_free ? -value : range.high - (value - range.low);
}

// Visits all places of a row, one per row.
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

// Every fourth row uses one of its first elements and every fourth one of its last, where tail handling fails; the last
// row uses the very last element.
uint64_t place_in_row(const Walk& walk, uint64_t row, const Rows& rows, uint64_t length) {
  const uint64_t edge = std::min<uint64_t>(row / 4 % 4, length - 1);
  if (row + 1 == rows.count || row % 4 == 1) return row + 1 == rows.count ? length - 1 : length - 1 - edge;
  if (row % 4 == 3) return edge;
  return std::min(walk(row), length - 1);
}

uint64_t length_of(const VariedArray& array, uint64_t row) {
  return std::min<uint64_t>(array.rows.length, array.values.size() - row * array.rows.length);
}

// If rows are pieces of one row: puts the largest and the lowest value at places that differ in four variants.
void put_extremes(VariedArray& array, uint64_t number) {
  const uint64_t count = array.values.size();
  if (array.rows.are_real || count < 8) return;
  const auto place = [&](uint64_t draw, uint64_t residue) {
    return random_bits(array.seed, draw) % (count / 4) * 4 + (array.seed + residue) % 4;
  };
  const ValueRange& range = array.range;
  array.values[place(3 + number, number)] = range.is_free ? 1.25 * range.high : range.high;
  array.values[place(13 + number, number + 2)] = range.is_free ? 1.25 * range.low : range.low;
}

void put_lone(VariedArray& array, uint64_t number) {
  const Walk walk(array.seed + number, array.rows.length);
  for (double& value : array.values) value = harmless(array.range, value);
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    const uint64_t length = length_of(array, row);
    array.values[row * array.rows.length + place_in_row(walk, row, array.rows, length)] = large_in_row(array, row);
  }
}

void mirror(VariedArray& array) {
  for (double& value : array.values) value = mirrored(array.range, value);
}

void amplify_ends(VariedArray& array, uint64_t number) {
  const Walk walk(array.seed + number, array.rows.length);
  const uint64_t untouched = array.rows.count / 4;
  for (double& value : array.values) value = harmless(array.range, value);
  for (uint64_t row = untouched; row < array.rows.count; ++row) {
    const uint64_t first = row * array.rows.length, length = length_of(array, row);
    const uint64_t cut = length / 2 + walk(row) % (length - length / 2);
    for (uint64_t i = cut; i < length; ++i) {
      double& value = array.values[first + i];
      value = array.range.is_free ? 64 * value : mirrored(array.range, value);
    }
    array.values[first + cut + random_bits(array.seed, row) % (length - cut)] = large_in_row(array, row);
  }
}

double power_of_two_near(double value) {
  return std::exp2(std::floor(std::log2(value)));
}

// Two neighbouring values of a grid so coarse that their sums are exact; equal if the range has only one value.
std::pair<double, double> coarse_values(const ValueRange& range) {
  if (range.is_free) return {power_of_two_near(range.spread), 2 * power_of_two_near(range.spread)};
  if (range.high <= range.low) return {range.low, range.low};
  const double quantum = std::max(range.is_whole ? 1 : 0.0, power_of_two_near((range.high - range.low) / 4));
  double first = std::ceil(range.low / quantum) * quantum;
  // Not zero, so that a value missing in a sum is noticed.
  if (first == 0 && first + quantum <= range.high) first = quantum;
  return {first, first + quantum <= range.high ? first + quantum : first};
}

}  // namespace

double fitted(const ValueRange& range, double value) {
  if (range.is_free) return value;
  return std::clamp(range.is_whole ? std::floor(value) : value, range.low, range.high);
}

double harmless(const ValueRange& range, double value) {
  return range.is_free ? value : fitted(range, range.low + (value - range.low) / 8);
}

double large_in_row(const VariedArray& array, uint64_t row) {
  const double less = static_cast<double>(random_bits(array.seed, 1000 + row) % 16) / 64;
  if (array.range.is_free) return array.range.high * (1 - less);
  const double width = array.range.high - array.range.low;
  return array.rows.are_real ? array.range.high : fitted(array.range, array.range.high - width * (0.125 + less / 2));
}

void scale_up(VariedArray& array) {
  for (double& value : array.values) value *= 16;
}

// The divisor is limited, so that products of two values do not underflow in a type with few exponents.
void scale_down(VariedArray& array) {
  const double room = array.range.spread / (1024 * array.range.smallest_normal);
  const double divisor = std::clamp(std::exp2(std::floor(std::log2(room))), 2.0, 1024.0);
  for (double& value : array.values) value /= divisor;
}

// Shifts so far that half of the digits are lost: the variance as a difference of two sums then has none left.
void shift(VariedArray& array) {
  const double distance = array.range.spread * std::exp2(array.range.significant_bits / 2);
  for (double& value : array.values) value += distance;
}

void put_large(VariedArray& array) {
  put_lone(array, 0);
  put_extremes(array, 0);
}

void put_low(VariedArray& array) {
  mirror(array);
  put_lone(array, 1);
  mirror(array);
  put_extremes(array, 1);
}

void put_by_column(VariedArray& array) {
  const uint64_t columns = array.rows.length, rows = array.rows.count;
  const Walk walk(array.seed + 4, rows);
  for (double& value : array.values) value = harmless(array.range, value);
  for (uint64_t column = 0; column < columns; ++column) {
    const uint64_t edge = column % 4 == 1 ? rows - 1 : 0;
    const uint64_t row = column % 2 == 1 ? edge : walk(column);
    array.values[row * columns + column] = large_in_row(array, column);
  }
}

void end_large(VariedArray& array) {
  amplify_ends(array, 2);
  put_extremes(array, 2);
}

void begin_large(VariedArray& array) {
  std::reverse(array.values.begin(), array.values.end());
  amplify_ends(array, 3);
  std::reverse(array.values.begin(), array.values.end());
  put_extremes(array, 3);
}

void make_equal(VariedArray& array) {
  const auto [one, two] = coarse_values(array.range);
  const uint64_t bits = random_bits(array.seed, 5);
  double value = bits & 1 ? one : two;
  if (array.range.is_free) value *= bits & 2 ? -1.25 : -0.75;  // those of `shift` are positive
  if (array.range.is_whole) {
    const double steps =
        std::floor(static_cast<double>(bits >> 11) * 0x1p-53 * (array.range.high - array.range.low + 1));
    value = fitted(array.range, array.range.low + steps);
  }
  std::fill(array.values.begin(), array.values.end(), value);
}

void make_few(VariedArray& array) {
  const size_t kinds = std::min<size_t>(4, array.values.size());
  const std::vector<double> chosen(array.values.begin(), array.values.begin() + static_cast<std::ptrdiff_t>(kinds));
  for (size_t i = 0; i < array.values.size(); ++i) array.values[i] = chosen[random_bits(array.seed, i) % kinds];
}

// Sorts only a sample if there are many values and repeats each of them: only the order matters, and sorting a million
// takes longer than the kernel.
void sort_values(VariedArray& array) {
  constexpr size_t k_most = 1 << 16;
  const size_t step = array.values.size() / k_most + 1;
  std::vector<double> some;
  for (size_t i = 0; i < array.values.size(); i += step) some.push_back(array.values[i]);
  std::sort(some.begin(), some.end());
  for (size_t i = 0; i < array.values.size(); ++i) array.values[i] = some[i / step];
}

void make_whole(VariedArray& array) {
  const auto [one, two] = coarse_values(array.range);
  for (size_t i = 0; i < array.values.size(); ++i) array.values[i] = random_bits(array.seed, i) & 1 ? one : two;
}

// Puts +infinity into one of four rows and -infinity into another; the rest of such a row means little.
void put_infinities(VariedArray& array) {
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

void put_nans(VariedArray& array) {
  const Walk walk(array.seed + 1, array.rows.length);
  const uint64_t lone = random_bits(array.seed, 7) % array.rows.count;
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    if (array.rows.are_real ? row % 2 == 1 : row != lone) continue;
    const uint64_t length = length_of(array, row);
    array.values[row * array.rows.length + std::min(walk(row), length - 1)] = std::nan("");
  }
}

}  // namespace whet
