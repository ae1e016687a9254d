// Values that stand out: one in every row, in every column, or behind a place of every row.
#pragma once

#include "problem/formula/codec.h"
#include "problem/formula/range.h"

namespace whet::formula {

// Walks through all places of a row, from one row to the next; the step and the length have no common divisor.
struct Walk {
  uint64_t length, first, step;
  WHET_BOTH uint64_t at(uint64_t row) const { return (first + row % length * step) % length; }
};

// The largest and the lowest of all, where rows are pieces of one; places past the end: none.
struct Extremes {
  uint64_t high_at, low_at;
  double high, low;
  WHET_BOTH double over(double value, uint64_t i) const { return i == low_at ? low : i == high_at ? high : value; }
};

// One row, or piece.
struct RowPlace {
  uint64_t end, row, first, length;
  WHET_BOTH RowPlace(const Field& field, uint64_t i)
      : row(i / field.rows.length), first(row * field.rows.length), length(field.length_of(row)) {
    end = first + length;
  }
};

// One large value in each row, or a low one.
struct LoneInRows {
  Field field;
  Walk walk;
  Extremes extremes;
  bool is_low;

  struct Place : RowPlace {
    uint64_t lone;
    double large;
    WHET_BOTH Place(const LoneInRows& of, uint64_t i)
        : RowPlace(of.field, i), lone(first + of.place_in(row, length)), large(of.field.large_in(row)) {}
  };
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>&, uint64_t i) const {
    return Place(*this, i);
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    return extremes.over(is_low ? mirrored(field.range, lone_at(here, i, mirrored(field.range, from.value(i))))
                                : lone_at(here, i, from.value(i)),
                         i);
  }
  WHET_BOTH double lone_at(const Place& here, uint64_t i, double value) const {
    return i == here.lone ? here.large : harmless(field.range, value);
  }

  // The first and last elements of rows are where tails go wrong: every fourth row each, and the very last of all.
  WHET_BOTH uint64_t place_in(uint64_t row, uint64_t length) const {
    const uint64_t edge = least<uint64_t>(row / 4 % 4, length - 1);
    if (row + 1 == field.rows.count || row % 4 == 1)
      return row + 1 == field.rows.count ? length - 1 : length - 1 - edge;
    if (row % 4 == 3) return edge;
    return least(walk.at(row), length - 1);
  }
};

struct LoneInColumns {
  Field field;
  Walk walk;

  using Place = RowPlace;
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>&, uint64_t i) const {
    return Place(field, i);
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    const uint64_t column = i - here.first;
    const uint64_t edge = column % 4 == 1 ? field.rows.count - 1 : 0;
    const uint64_t row = column % 2 == 1 ? edge : walk.at(column);
    return row == here.row ? field.large_in(column) : harmless(field.range, from.value(i));
  }
};

// Everything behind a place of each row is large but for the first rows; seen from behind where it is reversed.
struct LargeEnds {
  Field field;
  Walk walk;
  Extremes extremes;
  bool is_reversed;

  struct Place : RowPlace {
    uint64_t cut, lone;  // within the row; past its end: none
    double large;
    WHET_BOTH Place(const LargeEnds& of, uint64_t i) : RowPlace(of.field, of.turned(i)), cut(length), lone(length) {
      if (row >= of.field.rows.count / 4) {
        cut = length / 2 + of.walk.at(row) % (length - length / 2);
        lone = cut + random_bits(of.field.seed, row) % (length - cut);
      }
      large = of.field.large_in(row);
      if (of.is_reversed) end = of.field.count - first;
    }
  };
  WHET_BOTH uint64_t turned(uint64_t i) const { return is_reversed ? field.count - 1 - i : i; }

  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>&, uint64_t i) const {
    return Place(*this, i);
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    const uint64_t column = turned(i) - here.first;
    double value = harmless(field.range, from.value(i));
    if (column >= here.cut) value = field.range.is_free ? 64 * value : mirrored(field.range, value);
    return extremes.over(column == here.lone ? here.large : value, i);
  }
};

// An infinity in one row of four and a negative one in another, denormal numbers and -0 in a third; or NaNs in every
// second one. In pieces there is one infinity, or NaN, in all.
struct SpecialValues {
  Field field;
  Walk walk;
  uint64_t lone;  // the piece that has one
  bool are_nans;

  struct Place : RowPlace {
    uint64_t at;
    WHET_BOTH Place(const SpecialValues& of, uint64_t i)
        : RowPlace(of.field, i), at(least(of.walk.at(row), length - 1)) {}
  };
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>&, uint64_t i) const {
    return Place(*this, i);
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    const uint64_t column = i - here.first;
    if (are_nans) return is_nan(here, column) ? double_of(0x7ff8ull << 48) : from.value(i);
    const bool is_real = field.rows.are_real, is_negative = is_real && here.row % 4 == 1;
    if (is_real ? here.row % 4 < 2 : here.row == lone) {
      const uint64_t where = is_negative && here.row / 4 % 2 == 0 ? 0 : here.at;
      return column != where ? from.value(i) : double_of((is_negative ? 0xfff0ull : 0x7ff0ull) << 48);
    }
    if (here.row % 4 != 2) return from.value(i);
    if (column == (here.at + 2) % here.length) return -field.range.smallest_normal / 2;
    if (column == (here.at + 1) % here.length) return field.range.smallest_normal / 4;
    return column == here.at ? -0.0 : from.value(i);
  }
  WHET_BOTH bool is_nan(const Place& here, uint64_t column) const {
    return column == here.at && (field.rows.are_real ? here.row % 2 == 0 : here.row == lone);
  }
};

}  // namespace whet::formula
