// An array cut into pieces at secret places, each with a structure of its own; and another array made of it.
#pragma once

#include "problem/formula/codec.h"
#include "problem/formula/structure.h"

namespace whet {

enum class PatchCut : uint8_t { rows, columns, runs, whole, tiles };

enum class Tile : uint8_t { symmetric, diagonal, identity, triangular, banded, zero_rows, zero_columns, usual };
inline constexpr int k_tiles = 8;

namespace formula {

// The tables hold where each run begins, then the patterns in a secret order: structure + 256 * way.
struct Patches {
  static constexpr uint64_t k_piece_number = 1 << 20;  // where the keys of pieces begin
  PieceValues values;
  PatchCut cut;
  bool is_related;        // every second piece is usual or large, for another array to be made of
  PatchPattern of_whole;  // of PatchCut::whole
  uint64_t seed, turn, count, columns;
  uint64_t runs, patterns;  // entries of the tables
  uint64_t first_pattern;   // of this turn

  struct Place {
    uint64_t end, number, first, stride;  // of the piece, and of its elements
    PatchPiece piece;
  };

  WHET_BOTH bool is_relation(uint64_t number) const { return is_related && number % 2 == 1; }

  // The run that holds an element.
  template <typename Codec>
  WHET_BOTH uint64_t run_at(const Sources<Codec>& from, uint64_t i) const {
    uint64_t first = 0, last = runs;
    while (last - first > 1) {
      const uint64_t middle = (first + last) / 2;
      (from.table(middle) <= i ? first : last) = middle;
    }
    return first;
  }
  template <typename Codec>
  WHET_BOTH uint64_t number_at(const Sources<Codec>& from, uint64_t i) const {
    if (cut == PatchCut::rows) return i / columns;
    if (cut == PatchCut::columns) return i % columns;
    return cut == PatchCut::runs ? run_at(from, i) : 0;
  }

  template <typename Codec>
  WHET_BOTH PatchPattern pattern(const Sources<Codec>& from, uint64_t number) const {
    if (cut == PatchCut::whole) return of_whole;
    if (is_relation(number)) {
      const bool is_large = random_bits(seed, k_piece_number / 2 + number) & 1;
      return {is_large ? Structure::large : Structure::usual, static_cast<uint8_t>(is_large)};
    }
    const uint64_t entry = from.table(runs + (first_pattern + number / (is_related ? 2 : 1)) % patterns);
    return {static_cast<Structure>(entry & 0xff), static_cast<uint8_t>(entry >> 8)};
  }

  // The first element of a piece, and how many it has.
  template <typename Codec>
  WHET_BOTH uint64_t first_of(const Sources<Codec>& from, uint64_t number) const {
    if (cut == PatchCut::rows) return number * columns;
    if (cut == PatchCut::columns) return number;
    return cut == PatchCut::runs ? from.table(number) : 0;
  }
  template <typename Codec>
  WHET_BOTH uint64_t length_of(const Sources<Codec>& from, uint64_t number) const {
    if (cut == PatchCut::rows) return columns;
    if (cut == PatchCut::columns) return count / columns;
    if (cut != PatchCut::runs) return count;
    return (number + 1 < runs ? from.table(number + 1) : count) - from.table(number);
  }
  template <typename Codec>
  WHET_BOTH PatchPiece piece(const Sources<Codec>& from, uint64_t number) const {
    return {pattern(from, number), key_of(number), length_of(from, number)};
  }

  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>& from, uint64_t i) const {
    const uint64_t number = number_at(from, i), first = first_of(from, number);
    const PatchPiece one = piece(from, number);
    const bool is_column = cut == PatchCut::columns;
    return {is_column ? i + 1 : first + one.length, number, first, is_column ? columns : 1, one};
  }
  WHET_BOTH uint64_t key_of(uint64_t number) const { return random_bits(seed, k_piece_number + (turn << 32) + number); }

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    const uint64_t within = cut == PatchCut::columns ? i / columns : i - here.first;
    return shaped(values, here.piece, within, from.value(here.first + here.stride * source_of(here.piece, within)));
  }
};

// Square blocks; which one is in the corner is told.
struct Tiles : Everywhere {
  static constexpr uint64_t k_tile_number = 1 << 19;
  PieceValues values;
  Tile corner;
  uint64_t seed, count, columns, side;

  struct Spot {
    Tile tile;
    uint64_t row, column, first;  // within the tile, and the index of its corner
  };
  WHET_BOTH Spot spot(uint64_t i) const {
    const uint64_t rows = count / columns;
    const uint64_t row = i / columns, column = i % columns, across = (columns + side - 1) / side;
    const uint64_t number = row / side * across + column / side;
    const auto drawn = static_cast<Tile>(random_bits(seed, k_tile_number + 1 + number) % k_tiles);
    const uint64_t top = row - row % side, left = column - column % side;
    const bool is_cut_off = top + side > rows || left + side > columns;
    Spot spot{number == 0 ? corner : drawn, row % side, column % side, top * columns + left};
    if (is_cut_off && spot.tile == Tile::symmetric) spot.tile = Tile::usual;
    return spot;
  }

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    const Spot on = spot(i);
    const uint64_t row = on.row, column = on.column;
    const double usual = from.value(i), zero = shaped(values, {{Structure::zeros, 0}, 0, count}, i, usual);
    switch (on.tile) {
      case Tile::symmetric:
        return row > column ? from.value(on.first + column * columns + row) : usual;
      case Tile::diagonal:
        return row == column ? usual : zero;
      case Tile::identity:
        return row == column ? fitted(values.range, 1) : zero;
      case Tile::triangular:
        return row <= column ? usual : zero;
      case Tile::banded:
        return row <= column + 2 && column <= row + 2 ? usual : zero;
      case Tile::zero_rows:
        return row % 4 < 3 ? zero : usual;
      case Tile::zero_columns:
        return column % 4 < 3 ? zero : usual;
      default:
        return usual;
    }
  }
};

// Equal, a small multiple, or nearly the opposite.
inline constexpr int k_relations = 12;
struct Relation {
  double factor;
  bool is_near;  // but for a few of the last bits
};
WHET_BOTH Relation relation(uint64_t number) {
  const double factors[k_relations] = {1, -1, 2, 3, 0.5, -3, 1.0 / 3, 4, -0.5, -1, 1, -1};
  return {factors[number], number >= 9};
}

// A value that has the relation to another one; what is beyond the range stays as it is. What is near differs by 2^-9
// to 2^-22 of the value.
WHET_BOTH double related(const Relation& relation, const ValueRange& range, double other, double own, uint64_t bits) {
  double value = relation.factor * other;
  if (relation.is_near) value *= 1 + power_of_two(-9 - static_cast<int>(bits % 14)) * (bits & 1 << 20 ? 1 : -1);
  if (range.is_whole) value = rounded_down(value);
  const bool is_inside = range.is_free || (value >= range.low && value <= range.high);
  return is_inside ? value : own;
}

// Pieces of an array that are made of another one, which has the same pieces.
struct RelatedPieces {
  Patches pieces;
  ValueRange range;
  uint64_t seed, first;  // the relation of the first piece

  struct Place {
    uint64_t end;
    bool is_related;
    Relation relation;
  };
  template <typename Codec>
  WHET_BOTH Place place(const Sources<Codec>& from, uint64_t i) const {
    const Patches::Place here = pieces.place(from, i);
    return {here.end, pieces.is_relation(here.number), formula::relation((first + here.number / 2) % k_relations)};
  }
  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Place& here, uint64_t i) const {
    const double own = from.value(i);
    return here.is_related ? related(here.relation, range, from.other_value(i), own, random_bits(seed, i)) : own;
  }
};

}  // namespace formula

}  // namespace whet
