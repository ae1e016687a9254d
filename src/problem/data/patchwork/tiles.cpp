#include <algorithm>
#include <array>

#include "problem/data/data.h"
#include "problem/data/lone_values.h"
#include "problem/data/patchwork/patchwork.h"

namespace whet {

namespace {

constexpr uint64_t k_tile_number = 1 << 19;

constexpr std::array<std::string_view, k_tiles> k_tile_words = {
    "that is symmetric", "that is diagonal",   "of the identity",       "that is triangular",
    "that is banded",    "with rows of zeros", "with columns of zeros", "with the problem's data"};

}  // namespace

std::string_view words_of(Tile tile) {
  return k_tile_words[static_cast<size_t>(tile)];
}

// Square blocks; the plan determines the one in the corner.
Patchwork::TilePlace Patchwork::tile_at(uint64_t i) const {
  const uint64_t rows = count_ / columns_, shorter = std::min(rows, columns_);
  const uint64_t side = std::max<uint64_t>(2, shorter / 4 + random_bits(plan_.seed, k_tile_number) % (shorter / 2 + 1));
  const uint64_t row = i / columns_, column = i % columns_, across = (columns_ + side - 1) / side;
  const uint64_t number = row / side * across + column / side;
  const uint64_t kind = random_bits(plan_.seed, k_tile_number + 1 + number) % k_tiles;
  const uint64_t top = row - row % side, left = column - column % side;
  const bool is_cut_off = top + side > rows || left + side > columns_;
  TilePlace place{number == 0 ? plan_.corner : static_cast<Tile>(kind), row % side, column % side,
                  top * columns_ + left};
  if (is_cut_off && place.tile == Tile::symmetric) place.tile = Tile::usual;
  return place;
}

double Patchwork::tile_value(uint64_t i, const std::vector<double>& usual) const {
  const auto [tile, row, column, first] = tile_at(i);
  const PatchPiece all_zeros{{Structure::zeros, 0}, 0, count_};
  const double zero = shaped({range_, type_, plan_.is_mild}, all_zeros, i, usual[i]);
  switch (tile) {
    case Tile::symmetric:
      return row > column ? usual[first + column * columns_ + row] : usual[i];
    case Tile::diagonal:
      return row == column ? usual[i] : zero;
    case Tile::identity:
      return row == column ? fitted(range_, 1) : zero;
    case Tile::triangular:
      return row <= column ? usual[i] : zero;
    case Tile::banded:
      return row <= column + 2 && column <= row + 2 ? usual[i] : zero;
    case Tile::zero_rows:
      return row % 4 < 3 ? zero : usual[i];
    case Tile::zero_columns:
      return column % 4 < 3 ? zero : usual[i];
    default:
      return usual[i];
  }
}

}  // namespace whet
