// Structures as they were before formulas were shared with GPUs.
#pragma once

#include <array>
#include <span>

#include "problem/data/patchwork/structure.h"
#include "problem/formula/before/magnitudes.h"

namespace whet::before {
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
inline uint64_t source_of(const PatchPiece& piece, uint64_t i);
inline double shaped(const PieceValues& of, const PatchPiece& piece, uint64_t i, double usual);

template <typename Usual>
double piece_value(const PieceValues& of, const PatchPiece& piece, uint64_t i, const Usual& usual) {
  return before::shaped(of, piece, i, usual(before::source_of(piece, i)));
}

namespace structures {  // short names, of this file alone

constexpr double k_few_digits[4] = {1, 1.25, 1.5, 1.75};  // sums of them are exact

// Draws of a piece, each by a number of its own.
enum Draw : uint64_t { first_draw, second_draw, third_draw };

inline uint64_t draw(const PatchPiece& piece, Draw number) {
  return random_bits(piece.key, number);
}
inline double share(uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

// One piece and its array, for the functions of the table.
struct Shaping {
  const PieceValues& of;
  const PatchPiece& piece;
  uint64_t i;
  double usual;  // the problem's own value

  const ValueRange& range() const { return of.range; }
  uint64_t last() const { return piece.length - 1; }
  double width() const { return range().high - range().low; }
  double step() const { return std::max(range().is_whole ? 1.0 : 0.0, width() / 8); }
  bool holds_zero() const { return range().is_free || (range().low <= 0 && range().high >= 0); }

  // What takes the place of zero where there is none.
  double zero() const {
    if (!holds_zero()) return range().low;
    return of.is_mild ? before::fitted(range(), usual) : std::copysign(0.0, zero_sign());
  }
  double zero_sign() const {
    const bool is_of_zeros = piece.pattern.structure == Structure::zeros;
    const bool is_mixed = is_of_zeros ? piece.pattern.way == 1 : draw(piece, second_draw) / 2 % 2 == 1;
    const bool has_both = is_mixed && (range().is_free || range().low < 0);
    return has_both && random_bits(piece.key, 3 + i) % 2 == 1 ? -1 : 1;
  }
  // From the low end, 0, to the high one, 1. Those of a free array do not cancel.
  double level(double at) const {
    return range().is_free ? range().centre + range().spread * (4 * at - 1) : range().low + width() * at;
  }
  // The same along a curve, so that the middle is not the mean: `at` is a place between the ends.
  double curved(double at) const {
    return level(draw(piece, first_draw) & 1 ? at * (0.5 + 0.5 * at) : at * (1.5 - 0.5 * at));
  }
  double few_digits(uint64_t bits) const {
    if (!range().is_free) return level(share(bits));
    const double size = std::exp2(std::floor(std::log2(range().spread))) * k_few_digits[bits & 3];
    return std::ldexp(bits & 4 ? -size : size, static_cast<int>(bits >> 3 & 3) - 1);
  }
  // The farthest from zero that all structures of a free array stay within.
  double farthest() const {
    const double far = range().significant_bits > 11 ? 1024 * range().high : range().high;
    return std::min(far, std::ldexp(range().spread, of.is_mild ? 4 : 17));
  }
};

inline double usual_value(const Shaping& at) {
  return at.usual;
}
inline double ascending(const Shaping& at) {
  return at.curved((static_cast<double>(at.i) + 0.5) / static_cast<double>(at.piece.length));
}
inline double descending(const Shaping& at) {
  return at.curved(1 - (static_cast<double>(at.i) + 0.5) / static_cast<double>(at.piece.length));
}
inline double constant(const Shaping& at) {
  return at.few_digits(draw(at.piece, first_draw));
}
inline double zeros(const Shaping& at) {
  return at.zero();
}

// A few, about a power of two of them; a part; all but a few.
inline uint64_t zero_count(const PatchPiece& piece) {
  const uint64_t bits = draw(piece, first_draw), length = piece.length;
  uint64_t count = (8ull << (bits % 5)) + (bits >> 8) % 8;
  if (piece.pattern.way == 1) count = length / 4 + (bits >> 8) % (length / 4 + 1);
  if (piece.pattern.way == 2) count = length - 1 - (bits >> 8) % std::min<uint64_t>(8, length);
  return std::min(count, length - 1);
}
inline double zero_prefix(const Shaping& at) {
  return at.i < zero_count(at.piece) ? at.zero() : at.usual;
}
inline double zero_suffix(const Shaping& at) {
  return at.last() - at.i < zero_count(at.piece) ? at.zero() : at.usual;
}
inline double lone(const Shaping& at) {
  if (at.i != draw(at.piece, first_draw) % at.piece.length) return at.zero();
  const double size = at.range().is_free ? 8 * at.range().spread : at.range().high;
  return at.piece.pattern.way == 0 ? size : size * std::exp2(-8) * (1 + share(draw(at.piece, second_draw)));
}

// The first and the last, one and the last, the first and one, neighbours, the last two, any two.
inline bool is_tied(const PatchPiece& piece, uint64_t i) {
  const uint64_t last = piece.length - 1, one = draw(piece, first_draw) % piece.length;
  const uint64_t other = draw(piece, second_draw) % piece.length;
  const std::pair<uint64_t, uint64_t> places[6] = {
      {0, last},   {one, last}, {0, one}, {one, std::min(one + 1, last)}, {last - std::min<uint64_t>(1, last), last},
      {one, other}};
  const auto [a, b] = places[piece.pattern.way % 6];
  return i == a || i == b;
}
inline double tied_highest(const Shaping& at) {
  const ValueRange& range = at.range();
  if (is_tied(at.piece, at.i)) return range.is_free ? range.centre + 7 * range.spread : range.high;
  return range.is_free ? at.usual : before::fitted(range, at.usual - at.step());
}
inline double tied_lowest(const Shaping& at) {
  const ValueRange& range = at.range();
  if (is_tied(at.piece, at.i)) return range.is_free ? range.centre - 7 * range.spread : range.low;
  return range.is_free ? at.usual : before::fitted(range, at.usual + at.step());
}

inline double alternating(const Shaping& at) {
  if (!at.range().is_free) return at.i % 2 ? at.range().low : at.range().high;
  const double size = at.few_digits(draw(at.piece, first_draw));
  return at.i % 2 ? -size : size;
}

// Shifted and scaled at once. The distance is so many times the spread as leaves some digits of it: of f32 2^12, 2^9.5,
// 2^7 and 2^4.5 times, each with a spread 32 times smaller, the usual one, and 32 times larger.
inline double narrow(const Shaping& at) {
  const ValueRange& range = at.range();
  const uint64_t bits = draw(at.piece, first_draw);
  const double jitter = 0.8 + 0.4 * share(bits), ratio_bits = range.significant_bits / 2;
  const double ratio = jitter * std::exp2(std::max(1.0, ratio_bits - 2.5 * (at.piece.pattern.way % 4)));
  if (!range.is_free) {
    const double centre = range.low + at.width() * (0.25 + 0.5 * share(draw(at.piece, second_draw)));
    return centre + (at.usual - range.centre) / (4 * ratio);
  }
  double spread = range.spread * std::exp2(5.0 * (at.piece.pattern.way / 4) - 5);
  spread = std::min(spread, at.farthest() / (2 * ratio));
  const double offset = ratio * spread * (bits & 1 ? 1 : -1);
  return offset + (at.usual - range.centre) / range.spread * spread;
}

// Of a range no less than 2^-16 of it: what computes in fixed point has digits left there.
inline double tiny(const Shaping& at) {
  const ValueRange& range = at.range();
  if (!range.is_free && !at.holds_zero()) return at.usual;
  const double room = range.is_free ? range.spread / (1024 * range.smallest_normal) : 0x1p16;
  const double most = range.is_free ? 20 : 16;
  const double bits = std::clamp(std::floor(std::log2(room)), 1.0, most);
  if (at.piece.pattern.way == 0) return at.usual * std::exp2(-std::floor(bits / 2));
  const double top = range.is_free ? range.spread : std::max(std::fabs(range.low), range.high) / 2;
  const double one = 1 + share(draw(at.piece, first_draw));
  const double size = top * one * std::exp2(at.piece.pattern.way == 1 ? -bits + 1 : 1 - std::floor(bits / 2));
  return range.is_free || range.high > 0 ? size : -size;
}

inline double large(const Shaping& at) {
  const ValueRange& range = at.range();
  if (!range.is_free) return range.high - (range.high - at.usual) / 8;
  const double factor = at.piece.pattern.way == 0 ? 32 : 512;
  return at.usual * std::min(factor, at.farthest() / (8 * (std::fabs(range.centre) + range.spread)));
}

// Neighbours that leave little of each other: all but 2^-7, or 2^-15.
inline double cancelling(const Shaping& at) {
  const ValueRange& range = at.range();
  if (at.i % 2 == 0 || (!range.is_free && range.low >= 0)) return at.usual;
  const double rest = at.piece.pattern.way == 0 ? 0x1p-7 : 0x1p-15;
  return before::fitted(range, -at.usual * (1 + rest * (0.5 + share(draw(at.piece, first_draw)))));
}

inline double falls_to_zero(const Shaping& at) {
  const uint64_t cut = 1 + at.piece.length / 4 + draw(at.piece, first_draw) % (at.piece.length / 2 + 1);
  if (at.i >= cut || !at.holds_zero()) return at.zero();
  const double top = at.range().is_free ? 4 * at.range().spread : at.range().high;
  return top * (1 - static_cast<double>(at.i) / static_cast<double>(cut));
}

inline double powers(const Shaping& at) {
  constexpr uint64_t k_powers = 12;
  const uint64_t step = at.i % k_powers;
  const int exponent = -static_cast<int>(at.piece.pattern.way == 0 ? step : k_powers - 1 - step);
  if (!at.range().is_free) return at.range().low + std::ldexp(at.width(), exponent);
  return std::ldexp(std::exp2(std::floor(std::log2(4 * at.range().spread))), std::max(exponent, -10));
}

inline double top(const Shaping& at) {
  return at.range().is_free ? std::min(at.range().high, 16 * at.range().spread) : at.range().high;
}
inline double bottom(const Shaping& at) {
  return at.range().is_free ? -std::min(at.range().high, 16 * at.range().spread) : at.range().low;
}

struct StructureRow {
  Structure structure;
  std::string_view words;
  int ways;
  double (*value)(const Shaping&);
};

constexpr std::array<StructureRow, k_structures> k_table = {{
    {Structure::usual, "with the problem's data", 1, usual_value},
    {Structure::ascending, "that ascends", 1, ascending},
    {Structure::descending, "that descends", 1, descending},
    {Structure::constant, "of equal values", 2, constant},
    {Structure::zeros, "of zeros", 2, zeros},
    {Structure::zero_prefix, "that begins with zeros", 3, zero_prefix},
    {Structure::zero_suffix, "that ends in zeros", 3, zero_suffix},
    {Structure::lone, "with one value and zeros", 2, lone},
    {Structure::tied_highest, "whose largest value comes twice", 6, tied_highest},
    {Structure::tied_lowest, "whose lowest value comes twice", 6, tied_lowest},
    {Structure::periodic, "that repeats itself", 2, usual_value},
    {Structure::alternating, "of alternating signs", 1, alternating},
    {Structure::narrow, "of values close together and far from zero", 12, narrow},
    {Structure::tiny, "of tiny values", 3, tiny},
    {Structure::large, "of large values", 2, large},
    {Structure::cancelling, "whose neighbours nearly cancel", 2, cancelling},
    {Structure::falls_to_zero, "that descends to zeros", 1, falls_to_zero},
    {Structure::powers, "of powers of two", 2, powers},
    {Structure::top, "at the top of the range", 1, top},
    {Structure::bottom, "at the bottom of the range", 1, bottom},
}};

constexpr int count_of_ways() {
  int count = 0;
  for (const StructureRow& row : k_table) count += row.ways;
  return count;
}

constexpr auto k_patterns = [] {
  std::array<PatchPattern, count_of_ways()> patterns{};
  size_t at = 0;
  for (const StructureRow& row : k_table) {
    for (int way = 0; way < row.ways; ++way) patterns[at++] = {row.structure, static_cast<uint8_t>(way)};
  }
  return patterns;
}();

const StructureRow& row_of(Structure structure) {
  return k_table[static_cast<size_t>(structure)];
}

}  // namespace structures

inline std::string_view words_of(Structure structure) {
  return structures::row_of(structure).words;
}

inline std::span<const PatchPattern> all_patterns() {
  return structures::k_patterns;
}

inline uint64_t source_of(const PatchPiece& piece, uint64_t i) {
  if (piece.pattern.structure == Structure::cancelling) return i - i % 2;
  if (piece.pattern.structure != Structure::periodic) return i;
  const uint64_t bits = structures::draw(piece, structures::third_draw);
  return i % std::min<uint64_t>(piece.length, piece.pattern.way == 0 ? 2 + bits % 7 : 1ull << (1 + bits % 5));
}

inline double shaped(const PieceValues& of, const PatchPiece& piece, uint64_t i, double usual) {
  const double value = structures::row_of(piece.pattern.structure).value({of, piece, i, usual});
  return before::fitted(of.range, value);
}

}  // namespace whet::before
