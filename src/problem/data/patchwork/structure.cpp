#include "problem/data/patchwork/structure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace whet {

namespace {

namespace structures {  // short names, used only in this file

struct StructureRow {
  Structure structure;
  std::string_view words;
  int ways;
};

constexpr std::array<StructureRow, k_structures> k_table = {{
    {Structure::usual, "with the problem's data", 1},
    {Structure::ascending, "that ascends", 1},
    {Structure::descending, "that descends", 1},
    {Structure::constant, "of equal values", 2},
    {Structure::zeros, "of zeros", 2},
    {Structure::zero_prefix, "that begins with zeros", 3},
    {Structure::zero_suffix, "that ends in zeros", 3},
    {Structure::lone, "with one value and zeros", 2},
    {Structure::tied_highest, "whose largest value comes twice", 6},
    {Structure::tied_lowest, "whose lowest value comes twice", 6},
    {Structure::periodic, "that repeats itself", 2},
    {Structure::alternating, "of alternating signs", 1},
    {Structure::narrow, "of values close together and far from zero", 12},
    {Structure::tiny, "of tiny values", 3},
    {Structure::large, "of large values", 2},
    {Structure::cancelling, "whose neighbours nearly cancel", 2},
    {Structure::falls_to_zero, "that descends to zeros", 1},
    {Structure::powers, "of powers of two", 2},
    {Structure::top, "at the top of the range", 1},
    {Structure::bottom, "at the bottom of the range", 1},
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

}  // namespace

std::string_view words_of(Structure structure) {
  return structures::row_of(structure).words;
}

std::span<const PatchPattern> all_patterns() {
  return structures::k_patterns;
}

// A tiny value is at most so many powers of two below the usual ones, where the type has them.
PieceValues piece_values(const ValueRange& range, bool is_mild) {
  PieceValues values{range, is_mild, 0, 0, 0, {}, 0};
  for (int way = 0; way < 4; ++way) {
    const double ratio_bits = range.significant_bits / 2;
    values.narrow_ratios[way] = std::exp2(std::max(1.0, ratio_bits - 2.5 * way));
  }
  const double room = range.is_free ? range.spread / (1024 * range.smallest_normal) : 0x1p16;
  values.tiny_bits = static_cast<int>(std::clamp(std::floor(std::log2(room)), 1.0, range.is_free ? 20.0 : 16.0));
  if (!range.is_free) return values;
  values.power_near_spread = std::exp2(std::floor(std::log2(range.spread)));
  values.power_near_top = std::exp2(std::floor(std::log2(4 * range.spread)));
  const double far = range.significant_bits > 11 ? 1024 * range.high : range.high;
  values.farthest = std::min(far, std::ldexp(range.spread, is_mild ? 4 : 17));
  return values;
}

}  // namespace whet
