#include <algorithm>
#include <array>

#include "problem/data/data.h"
#include "problem/data/patchwork/patchwork.h"

namespace whet {

namespace {

constexpr std::array<std::string_view, k_tiles> k_tile_words = {
    "that is symmetric", "that is diagonal",   "of the identity",       "that is triangular",
    "that is banded",    "with rows of zeros", "with columns of zeros", "with the problem's data"};

}  // namespace

std::string_view words_of(Tile tile) {
  return k_tile_words[static_cast<size_t>(tile)];
}

// Square blocks of between a quarter and three quarters of the shorter side.
formula::Tiles Patchwork::tiles() const {
  const uint64_t columns = patches_.columns, shorter = std::min(patches_.count / columns, columns);
  const uint64_t drawn = random_bits(plan_.seed, formula::Tiles::k_tile_number) % (shorter / 2 + 1);
  const uint64_t side = std::max<uint64_t>(2, shorter / 4 + drawn);
  return {{}, patches_.values, plan_.corner, plan_.seed, patches_.count, columns, side};
}

}  // namespace whet
