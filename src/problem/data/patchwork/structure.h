// The structures that a piece of an array may have instead of the problem's own data. Each value depends only on the
// piece's key and the place, so any element can be computed alone.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "problem/data/value_range.h"

namespace whet {

enum class Structure : uint8_t {
  usual,
  ascending,
  descending,
  constant,
  zeros,
  zero_prefix,
  zero_suffix,
  lone,
  tied_highest,
  tied_lowest,
  periodic,
  alternating,
  narrow,
  tiny,
  large,
  cancelling,
  falls_to_zero,
  powers,
  top,
  bottom
};
inline constexpr int k_structures = 20;

// Completes a sentence about a row: "that descends".
std::string_view words_of(Structure structure);

// A structure in one of its variations: how many zeros, which places tie, how narrow and how far from zero.
struct PatchPattern {
  Structure structure = Structure::usual;
  uint8_t way = 0;
};
// Every structure in each of its variations.
std::span<const PatchPattern> all_patterns();

// One piece of an array.
struct PatchPiece {
  PatchPattern pattern;
  uint64_t key = 0;  // seed of its random draws
  uint64_t length = 1;
};

// The properties of the array that a piece's values must fit.
struct PieceValues {
  const ValueRange& range;
  ElementType type = ElementType::f32;
  bool is_mild = false;  // no zeros and no far values, for problems that have no answer to those
};

// The value at place `i` of a piece. `usual(place)` returns the problem's own values in the piece.
template <typename Usual>
double piece_value(const PieceValues& of, const PatchPiece& piece, uint64_t i, const Usual& usual);

// The place whose own value determines the value at place `i`, and that value.
uint64_t source_of(const PatchPiece& piece, uint64_t i);
double shaped(const PieceValues& of, const PatchPiece& piece, uint64_t i, double usual);

template <typename Usual>
double piece_value(const PieceValues& of, const PatchPiece& piece, uint64_t i, const Usual& usual) {
  return shaped(of, piece, i, usual(source_of(piece, i)));
}

}  // namespace whet
