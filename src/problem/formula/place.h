// One large and one low value in each row, at places that are chosen and not drawn.
#pragma once

#include "problem/formula/lone.h"

namespace whet::formula {

// A large value and a low one, at places of the array; the low one gives way.
struct TwoValues {
  uint64_t large_at, low_at;
  double large;

  // Their sum is not zero: what leaves both out of a sum is seen.
  WHET_BOTH double over(const ValueRange& range, double value, uint64_t i) const {
    if (i == large_at) return large;
    if (i != low_at) return value;
    return range.is_free ? -0.75 * large : range.low;
  }
};

// In every row the large value at a place that moves on with `turn`, and the low one half a row away.
struct Cells {
  Field field;
  uint64_t turn;

  struct Place {
    uint64_t end;
    TwoValues two;
  };
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>&, uint64_t i) const {
    const RowPlace row(field, i);
    const uint64_t at = (random_bits(field.seed, row.row) + turn) % row.length;
    return {row.end, {row.first + at, row.first + (at + row.length / 2) % row.length, field.large_in(row.row)}};
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    return here.two.over(field.range, harmless(field.range, from.value(i)), i);
  }
};

// At places of a list: the tables hold it as it is, then in order. The rows here are those of the list: an array
// without rows is one.
struct ListedPlaces {
  Field field;
  uint64_t turn, places;  // how many
  uint64_t rows, length;

  struct Place {
    uint64_t end;
    TwoValues two, over;  // the second ones of the place that is an index of the whole array
  };
  template <typename Codec>
  WHET_BOTH bool is_named(const Sources<Codec>& from, uint64_t row) const {
    uint64_t first = 0, last = places;
    while (first < last) {
      const uint64_t middle = (first + last) / 2, place = from.table(places + middle);
      if (place == row) return true;
      place < row ? first = middle + 1 : last = middle;
    }
    return false;
  }
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>& from, uint64_t i) const {
    const uint64_t row = i / length, begin = row * length;
    const uint64_t first = turn + (rows == 1 || is_named(from, row) ? 0 : row);
    const double large = field.large_in(row);
    const TwoValues two{begin + from.table(first % places) % length, begin + from.table((first + 1) % places) % length,
                        large};
    const uint64_t index = from.table(turn % places);
    if (rows == 1 || index < length || index / length != row) return {begin + length, two, {~0ull, ~0ull, 0}};
    return {begin + length, two, {index, begin + (index + length / 2) % length, large}};
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    return here.over.over(field.range, here.two.over(field.range, harmless(field.range, from.value(i)), i), i);
  }
};

}  // namespace whet::formula
