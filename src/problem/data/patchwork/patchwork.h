// An array divided into pieces at secret places, each with its own structure, so that one call of a kernel sees many
// kinds of data. The cuts are a small table; each value depends only on that table, the key and its index.
//
//   rows      one structure per row                         columns   the same from top to bottom
//   runs      pieces of many lengths, across rows           whole     one structure for the whole array
//   tiles     2D blocks, the first one in the corner: symmetric, diagonal, triangular, banded, rows or columns of zeros
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "problem/data/array_recipe.h"
#include "problem/data/patchwork/structure.h"

namespace whet {

std::string_view words_of(Tile tile);  // of a block: "that is symmetric"

// How one array is divided and structured.
struct PatchPlan {
  PatchCut cut = PatchCut::rows;
  uint64_t seed = 0;              // of structures and what they draw
  uint64_t cuts_seed = 0;         // of the places of runs; arrays that share it are cut alike
  uint64_t turn = 0;              // of the calls of a case: the patterns go on where those of the turn before ended
  PatchPattern of_whole = {};     // of PatchCut::whole
  Tile corner = Tile::symmetric;  // of PatchCut::tiles: the block in the corner
  bool is_mild = false;           // formula/structure.h
  bool is_related = false;        // every second run is usual or large, for another array to be made of
};

class Patchwork {
 public:
  Patchwork(const ResolvedArgument& argument, const PatchPlan& plan);

  // How the array is made of the problem's own data.
  ArrayRecipe recipe() const;
  std::string bytes(const std::string& usual) const { return made(recipe(), {usual}); }

  // The piece that an element is in, and the place in it.
  struct Place {
    uint64_t piece = 0, at = 0;
  };
  Place place(uint64_t i) const;
  PatchPiece piece(uint64_t number) const { return patches_.piece(tables(), number); }
  uint64_t pieces() const;
  bool is_relation(uint64_t piece) const { return patches_.is_relation(piece); }

  const PatchPlan& plan() const { return plan_; }
  const formula::Patches& patches() const { return patches_; }
  const std::vector<uint64_t>& patch_tables() const { return tables_; }
  // What is said of the piece that holds an element: "in a row of `in` that descends".
  // Empty where the whole array is one piece.
  std::string words(uint64_t i) const;
  // "where `in` begins with a piece that descends": for results that depend on the whole array.
  std::string words_of_begin() const;

 private:
  void cut_runs();
  void add_patterns();
  formula::Tiles tiles() const;
  formula::Sources<BooleanCodec> tables() const { return {nullptr, nullptr, tables_.data()}; }

  std::string name_;
  ElementType type_;
  PatchPlan plan_;
  formula::Patches patches_;
  std::vector<uint64_t> tables_;  // as formula::Patches has them
};

// Whether an array may be structured: it accepts any values, or those of a range.
bool takes_patches(const ResolvedArgument& argument);
bool has_rows(const ResolvedArgument& argument);

}  // namespace whet
