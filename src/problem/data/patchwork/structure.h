// The structures that a piece of an array may have; formula/structure.h has their values.
#pragma once

#include <span>
#include <string_view>

#include "problem/data/value_range.h"
#include "problem/formula/structure.h"

namespace whet {

inline constexpr int k_structures = 20;

// Completes a sentence about a row: "that descends".
std::string_view words_of(Structure structure);

// Every structure in each of its ways.
std::span<const PatchPattern> all_patterns();

// What the values of an array's pieces are made for.
PieceValues piece_values(const ValueRange& range, bool is_mild);

}  // namespace whet
