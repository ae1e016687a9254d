// An array divided into pieces at secret places, each with its own structure, so that one call of a kernel sees many
// kinds of data. The cuts are a small table; each value depends only on that table, the key and its index.
//
//   rows      one structure per row                         columns   the same from top to bottom
//   runs      pieces of many lengths, across rows           whole     one structure for the whole array
//   tiles     2D blocks, the first one in the corner: symmetric, diagonal, triangular, banded, rows or columns of zeros
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "problem/data/patchwork/structure.h"

namespace whet {

enum class PatchCut : uint8_t { rows, columns, runs, whole, tiles };

enum class Tile : uint8_t { symmetric, diagonal, identity, triangular, banded, zero_rows, zero_columns, usual };
inline constexpr int k_tiles = 8;
std::string_view words_of(Tile tile);  // follows "a block": "that is symmetric"

// How one array is divided and structured.
struct PatchPlan {
  PatchCut cut = PatchCut::rows;
  uint64_t seed = 0;              // for structures and their random choices
  uint64_t cuts_seed = 0;         // for the places of runs; arrays with the same one are cut alike
  uint64_t turn = 0;              // number of the call in a case: patterns continue where the previous turn ended
  PatchPattern of_whole = {};     // for PatchCut::whole
  Tile corner = Tile::symmetric;  // for PatchCut::tiles: the block in the corner
  bool is_mild = false;           // see structure.h
  bool is_related = false;        // every second run is usual or large, so that another array can be derived from it
};

class Patchwork {
 public:
  Patchwork(const ResolvedArgument& argument, const PatchPlan& plan);

  // `usual` holds the problem's own data.
  double value(uint64_t i, const std::vector<double>& usual) const;
  std::string bytes(const std::string& usual) const;

  // The piece that an element is in, and the place in it.
  struct Place {
    uint64_t piece = 0, at = 0;
  };
  Place place(uint64_t i) const;
  PatchPiece piece(uint64_t number) const;
  uint64_t pieces() const;
  bool is_relation(uint64_t piece) const { return plan_.is_related && piece % 2 == 1; }

  const PatchPlan& plan() const { return plan_; }
  // Describes the piece of an element: "in a row of `in` that descends". Empty if the whole array is one piece.
  std::string words(uint64_t i) const;
  // "where `in` begins with a piece that descends": for results that depend on the whole array.
  std::string words_of_begin() const;

 private:
  uint64_t begin_of(uint64_t piece, uint64_t at) const;
  PatchPattern pattern(uint64_t number) const;
  void cut_runs();
  struct TilePlace {
    Tile tile = Tile::usual;
    uint64_t row = 0, column = 0, first = 0;  // in the tile, and the index of its corner
  };
  TilePlace tile_at(uint64_t i) const;
  double tile_value(uint64_t i, const std::vector<double>& usual) const;

  std::string name_;
  ElementType type_;
  ValueRange range_;
  uint64_t count_, columns_;
  PatchPlan plan_;
  std::vector<uint64_t> cuts_;      // where each run begins
  std::vector<uint16_t> shuffled_;  // patterns in a secret order
};

// Whether an array may be structured: it accepts any values, or those of a range.
bool takes_patches(const ResolvedArgument& argument);
bool has_rows(const ResolvedArgument& argument);

}  // namespace whet
