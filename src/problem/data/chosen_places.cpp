#include "problem/data/chosen_places.h"

#include <algorithm>

#include "problem/data/data.h"

namespace whet {

namespace {

// The two values do not cancel, so a sum that misses both is noticed.
double low_beside(const VariedArray& array, double large) {
  return array.range.is_free ? -0.75 * large : array.range.low;
}

void make_harmless(VariedArray& array) {
  for (double& value : array.values) value = harmless(array.range, value);
}

void put_two(VariedArray& array, uint64_t row, uint64_t first, uint64_t large_at, uint64_t low_at) {
  const double large = large_in_row(array, row);
  if (low_at != large_at) array.values[first + low_at] = low_beside(array, large);
  array.values[first + large_at] = large;
}

}  // namespace

void put_in_cells(VariedArray& array, uint64_t turn) {
  make_harmless(array);
  for (uint64_t row = 0; row < array.rows.count; ++row) {
    const uint64_t first = row * array.rows.length;
    const uint64_t length = std::min<uint64_t>(array.rows.length, array.values.size() - first);
    const uint64_t at = (random_bits(array.seed, row) + turn) % length;
    put_two(array, row, first, at, (at + length / 2) % length);
  }
}

void put_at_places(VariedArray& array, const std::vector<uint64_t>& places, uint64_t turn) {
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

}  // namespace whet
