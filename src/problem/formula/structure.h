// What a piece of an array may look like, beside the problem's own data. Every value follows from the piece's key and
// the place alone, so that any element can be asked for by itself.
#pragma once

#include "problem/formula/range.h"

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

// A structure in one of the ways it comes in: how many zeros, which places tie, how narrow and how far away.
struct PatchPattern {
  Structure structure = Structure::usual;
  uint8_t way = 0;
};

// One piece of an array.
struct PatchPiece {
  PatchPattern pattern;
  uint64_t key = 0;  // of what is drawn in it
  uint64_t length = 1;
};

// What the values of an array's pieces are made for, with what follows from the range alone. A power of two near x is
// the largest one that is not above it.
struct PieceValues {
  ValueRange range;
  bool is_mild;                              // without zeros and far values, where the problem has no answer to those
  double power_near_spread, power_near_top;  // of the spread, and of four times the spread
  double farthest;                           // from zero, that all structures of a free array stay within
  double narrow_ratios[4];                   // of distance and spread, before they are jittered
  int tiny_bits;                             // powers of two down to the tiniest values
};

// The place whose own value decides what stands at place `i` of a piece.
WHET_BOTH uint64_t source_of(const PatchPiece& piece, uint64_t i) {
  if (piece.pattern.structure == Structure::cancelling) return i - i % 2;
  if (piece.pattern.structure != Structure::periodic) return i;
  const uint64_t bits = random_bits(piece.key, 2);
  return i % formula::least<uint64_t>(piece.length, piece.pattern.way == 0 ? 2 + bits % 7 : 1ull << (1 + bits % 5));
}

namespace formula {

// One piece and its array.
struct Shaping {
  const PieceValues& of;
  const PatchPiece& piece;
  uint64_t i;
  double usual;  // the problem's own value

  // Draws of a piece, each by a number of its own; the third is that of `source_of`.
  WHET_BOTH uint64_t first_draw() const { return random_bits(piece.key, 0); }
  WHET_BOTH uint64_t second_draw() const { return random_bits(piece.key, 1); }

  WHET_BOTH uint64_t last() const { return piece.length - 1; }
  WHET_BOTH double width() const { return of.range.high - of.range.low; }
  WHET_BOTH double step() const { return most(of.range.is_whole ? 1.0 : 0.0, width() / 8); }
  WHET_BOTH bool holds_zero() const { return of.range.is_free || (of.range.low <= 0 && of.range.high >= 0); }

  // In half of the pieces with zeros, and always in one of the two ways of nothing but zeros, their signs are mixed.
  WHET_BOTH bool has_signed_zeros() const {
    if (!of.range.is_free && of.range.low >= 0) return false;
    return piece.pattern.structure == Structure::zeros ? piece.pattern.way == 1 : second_draw() & 2;
  }
  WHET_BOTH double zero() const {
    if (!holds_zero()) return of.range.low;
    if (of.is_mild) return fitted(of.range, usual);
    return has_signed_zeros() && random_bits(piece.key, 3 + i) & 1 ? -0.0 : 0.0;
  }
  // From the low end, 0, to the high one, 1. Those of a free array do not cancel.
  WHET_BOTH double level(double at) const {
    const ValueRange& range = of.range;
    return range.is_free ? range.centre + range.spread * (4 * at - 1) : range.low + width() * at;
  }
  // The same along a curve, so that the middle is not the mean: `at` is a place between the ends.
  WHET_BOTH double curved(double at) const {
    return level(first_draw() & 1 ? at * (0.5 + 0.5 * at) : at * (1.5 - 0.5 * at));
  }
  // Sums of them are exact: one of 1, 1.25, 1.5 and 1.75 times a power of two.
  WHET_BOTH double few_digits(uint64_t bits) const {
    if (!of.range.is_free) return level(share_of(bits));
    const double size = of.power_near_spread * (1 + 0.25 * static_cast<double>(bits & 3));
    return (bits & 4 ? -size : size) * power_of_two(static_cast<int>(bits >> 3 & 3) - 1);
  }
  WHET_BOTH double middle() const { return (static_cast<double>(i) + 0.5) / static_cast<double>(piece.length); }

  // A few, about a power of two of them; a part; all but a few.
  WHET_BOTH uint64_t zero_count() const {
    const uint64_t bits = first_draw(), length = piece.length;
    uint64_t count = (8ull << (bits % 5)) + (bits >> 8) % 8;
    if (piece.pattern.way == 1) count = length / 4 + (bits >> 8) % (length / 4 + 1);
    if (piece.pattern.way == 2) count = length - 1 - (bits >> 8) % least<uint64_t>(8, length);
    return least(count, length - 1);
  }

  WHET_BOTH double lone() const {
    if (i != first_draw() % piece.length) return zero();
    const double size = of.range.is_free ? 8 * of.range.spread : of.range.high;
    return piece.pattern.way == 0 ? size : size * 0x1p-8 * (1 + share_of(second_draw()));
  }

  // The first and the last, one and the last, the first and one, neighbours, the last two, any two.
  WHET_BOTH bool is_tied() const {
    const uint64_t end = last(), one = first_draw() % piece.length;
    switch (piece.pattern.way % 6) {
      case 0:
        return i == 0 || i == end;
      case 1:
        return i == one || i == end;
      case 2:
        return i == 0 || i == one;
      case 3:
        return i == one || i == least(one + 1, end);
      case 4:
        return i == end - least<uint64_t>(1, end) || i == end;
      default:
        return i == one || i == second_draw() % piece.length;
    }
  }
  WHET_BOTH double tied_highest() const {
    const ValueRange& range = of.range;
    if (is_tied()) return range.is_free ? range.centre + 7 * range.spread : range.high;
    return range.is_free ? usual : fitted(range, usual - step());
  }
  WHET_BOTH double tied_lowest() const {
    const ValueRange& range = of.range;
    if (is_tied()) return range.is_free ? range.centre - 7 * range.spread : range.low;
    return range.is_free ? usual : fitted(range, usual + step());
  }

  WHET_BOTH double alternating() const {
    if (!of.range.is_free) return i % 2 ? of.range.low : of.range.high;
    const double size = few_digits(first_draw());
    return i % 2 ? -size : size;
  }

  // Shifted and scaled at once. The distance is so many times the spread as leaves some digits of it: of f32 2^12,
  // 2^9.5, 2^7 and 2^4.5 times, each with a spread 32 times smaller, the usual one, and 32 times larger.
  WHET_BOTH double narrow() const {
    const ValueRange& range = of.range;
    const uint64_t bits = first_draw();
    const double ratio = (0.8 + 0.4 * share_of(bits)) * of.narrow_ratios[piece.pattern.way % 4];
    if (!range.is_free) {
      const double centre = range.low + width() * (0.25 + 0.5 * share_of(second_draw()));
      return centre + (usual - range.centre) / (4 * ratio);
    }
    const double spread =
        least(range.spread * power_of_two(5 * (piece.pattern.way / 4) - 5), of.farthest / (2 * ratio));
    const double offset = ratio * spread * (bits & 1 ? 1 : -1);
    return offset + (usual - range.centre) / range.spread * spread;
  }

  // Of a range no less than 2^-16 of it: what computes in fixed point has digits left there.
  WHET_BOTH double tiny() const {
    const ValueRange& range = of.range;
    if (!range.is_free && !holds_zero()) return usual;
    const int half = of.tiny_bits / 2;
    if (piece.pattern.way == 0) return usual * power_of_two(-half);
    const double top = range.is_free ? range.spread : most(magnitude(range.low), range.high) / 2;
    const double one = 1 + share_of(first_draw());
    const double size = top * one * power_of_two(piece.pattern.way == 1 ? 1 - of.tiny_bits : 1 - half);
    return range.is_free || range.high > 0 ? size : -size;
  }

  WHET_BOTH double large() const {
    const ValueRange& range = of.range;
    if (!range.is_free) return range.high - (range.high - usual) / 8;
    const double factor = piece.pattern.way == 0 ? 32 : 512;
    return usual * least(factor, of.farthest / (8 * (magnitude(range.centre) + range.spread)));
  }

  // Neighbours that leave little of each other: all but 2^-7, or 2^-15.
  WHET_BOTH double cancelling() const {
    if (i % 2 == 0 || (!of.range.is_free && of.range.low >= 0)) return usual;
    const double rest = piece.pattern.way == 0 ? 0x1p-7 : 0x1p-15;
    return fitted(of.range, -usual * (1 + rest * (0.5 + share_of(first_draw()))));
  }

  WHET_BOTH double falls_to_zero() const {
    const uint64_t cut = 1 + piece.length / 4 + first_draw() % (piece.length / 2 + 1);
    if (i >= cut || !holds_zero()) return zero();
    const double top = of.range.is_free ? 4 * of.range.spread : of.range.high;
    return top * (1 - static_cast<double>(i) / static_cast<double>(cut));
  }

  WHET_BOTH double powers() const {
    constexpr uint64_t k_powers = 12;
    const uint64_t step = i % k_powers;
    const int exponent = -static_cast<int>(piece.pattern.way == 0 ? step : k_powers - 1 - step);
    if (!of.range.is_free) return of.range.low + width() * power_of_two(exponent);
    return of.power_near_top * power_of_two(most(exponent, -10));
  }

  WHET_BOTH double top() const { return of.range.is_free ? least(of.range.high, 16 * of.range.spread) : of.range.high; }
  WHET_BOTH double bottom() const {
    return of.range.is_free ? -least(of.range.high, 16 * of.range.spread) : of.range.low;
  }

  WHET_BOTH double value() const {
    switch (piece.pattern.structure) {
      case Structure::ascending:
        return curved(middle());
      case Structure::descending:
        return curved(1 - middle());
      case Structure::constant:
        return few_digits(first_draw());
      case Structure::zeros:
        return zero();
      case Structure::zero_prefix:
        return i < zero_count() ? zero() : usual;
      case Structure::zero_suffix:
        return last() - i < zero_count() ? zero() : usual;
      case Structure::lone:
        return lone();
      case Structure::tied_highest:
        return tied_highest();
      case Structure::tied_lowest:
        return tied_lowest();
      case Structure::alternating:
        return alternating();
      case Structure::narrow:
        return narrow();
      case Structure::tiny:
        return tiny();
      case Structure::large:
        return large();
      case Structure::cancelling:
        return cancelling();
      case Structure::falls_to_zero:
        return falls_to_zero();
      case Structure::powers:
        return powers();
      case Structure::top:
        return top();
      case Structure::bottom:
        return bottom();
      default:
        return usual;
    }
  }
};

}  // namespace formula

// The value at place `i` of a piece, made of the problem's own value at its source.
WHET_BOTH double shaped(const PieceValues& of, const PatchPiece& piece, uint64_t i, double usual) {
  return fitted(of.range, formula::Shaping{of, piece, i, usual}.value());
}

}  // namespace whet
