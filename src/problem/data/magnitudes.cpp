#include "problem/data/magnitudes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "problem/data/data.h"

namespace whet {

namespace {

constexpr double k_mixed_share = 0.19;  // fraction of the exponents, up and down
constexpr double k_least_factor = 32;   // smaller factors are covered by other variants

// The number of exponents above 1, or below it.
int exponents_of(const VariedArray& array, bool below) {
  return static_cast<int>(std::log2(below ? 1 / array.range.smallest_normal : largest(array.type)));
}

double usual_size(const ValueRange& range) {
  return std::exp2(std::ceil(std::log2(std::fmax(std::fabs(range.centre) + range.spread, 0x1p-60))));
}

// The base value of a row: the spread times up to 2^8 or 2^-8; for an array with a range, the value itself.
double base_of(const VariedArray& array, uint64_t row, double value) {
  if (!array.range.is_free) return fitted(array.range, value);
  const int exponent = static_cast<int>(random_bits(array.seed, 2000 + row) % 17) - 8;
  const double size =
      std::ldexp(array.range.spread, std::clamp(exponent, -8, array.range.significant_bits > 11 ? 8 : 2));
  return std::copysign(size * (1 + static_cast<double>(random_bits(array.seed, 3000 + row) >> 11) * 0x1p-53), value);
}

}  // namespace

double stepped(ElementType type, double value, int steps) {
  if (!is_floating(type)) return std::clamp(value + steps, lowest(type), largest(type));
  char bytes[sizeof(uint64_t)] = {};
  encode_element(type, value, bytes);
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const uint64_t sign = 1ull << (8 * bytes_of(type) - 1), size = word & (sign - 1);
  if (steps < 0 && size < static_cast<uint64_t>(-steps)) return value;
  word = (word & sign) | ((size + static_cast<uint64_t>(static_cast<int64_t>(steps))) & (sign - 1));
  std::memcpy(bytes, &word, sizeof word);
  const double moved = decode_element(type, bytes);
  return std::isfinite(moved) ? moved : value;
}

void make_huge(VariedArray& array) {
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

void make_tiny(VariedArray& array) {
  const double factor = std::exp2(-std::floor(array.reach * exponents_of(array, true))) / usual_size(array.range);
  if (factor * k_least_factor > 1) return;
  for (double& value : array.values) value *= factor;
}

void mix_magnitudes(VariedArray& array) {
  const auto most = static_cast<int>(k_mixed_share * exponents_of(array, false));
  if (array.rows.count < 2) return;
  for (uint64_t i = 0; i < array.values.size(); ++i) {
    const uint64_t bits = random_bits(array.seed, 4000 + i / array.rows.length);
    array.values[i] =
        std::ldexp(array.values[i], static_cast<int>(bits % (2 * static_cast<uint64_t>(most) + 1)) - most);
  }
}

void make_neighbours(VariedArray& array) {
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    const uint64_t first = row * array.rows.length;
    const uint64_t length = std::min<uint64_t>(array.rows.length, array.values.size() - first);
    const double base = base_of(array, row, array.values[first]);
    for (uint64_t i = first; i < first + length; ++i)
      array.values[i] =
          fitted(array.range, stepped(array.type, base, static_cast<int>(random_bits(array.seed, i) % 4)));
  }
}

}  // namespace whet
