// What a piece of an array may look like, beside the problem's own data. Every value follows from the piece's key and
// the place alone, so that any element can be asked for by itself.
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

// Within a sentence, of a row: "that descends".
std::string_view words_of(Structure structure);

// A structure in one of the ways it comes in: how many zeros, which places tie, how narrow and how far away.
struct PatchPattern {
  Structure structure = Structure::usual;
  uint8_t way = 0;
};
// Every structure in each of its ways.
std::span<const PatchPattern> all_patterns();

// One piece of an array.
struct PatchPiece {
  PatchPattern pattern;
  uint64_t key = 0;  // of what is drawn in it
  uint64_t length = 1;
};

// What the values of a piece are made for.
struct PieceValues {
  const ValueRange& range;
  ElementType type = ElementType::f32;
  bool is_mild = false;  // without zeros and far values, where the problem has no answer to those
};

// The value at place `i` of a piece. `usual` gives the problem's own values by their place in the piece.
template <typename Usual>
double piece_value(const PieceValues& of, const PatchPiece& piece, uint64_t i, const Usual& usual);

// The place whose own value decides what stands at place `i`, and the value made of it.
uint64_t source_of(const PatchPiece& piece, uint64_t i);
double shaped(const PieceValues& of, const PatchPiece& piece, uint64_t i, double usual);

template <typename Usual>
double piece_value(const PieceValues& of, const PatchPiece& piece, uint64_t i, const Usual& usual) {
  return shaped(of, piece, i, usual(source_of(piece, i)));
}

}  // namespace whet
