#include "search/synthetic_space.h"

#include <cmath>

namespace whet::search {

namespace {

constexpr int k_block_x[] = {16, 32, 48, 64, 96, 128, 256}, k_block_y[] = {1, 2, 4, 8, 16};
constexpr int k_tile[] = {1, 2, 3, 4, 6, 8};

template <size_t N>
Axis axis(std::string name, const int (&values)[N]) {
  return {std::move(name), {std::begin(values), std::end(values)}, 0};
}

Outcome outcome_of(const Configuration& c, uint64_t seed, Random& random) {
  const int threads = k_block_x[c[0]] * k_block_y[c[1]], tile = k_tile[c[2]] * k_tile[c[3]];
  const int shared = (k_block_x[c[0]] * k_tile[c[2]] + 15) * (k_block_y[c[1]] * k_tile[c[3]] + 15) * 4;
  const int blocks = std::min({2048 / threads, 98304 / shared, 65536 / (threads * (24 + 2 * tile))});
  if (shared > 49152 || blocks == 0) return Outcome::failed(Failure::launch);
  const double occupancy = std::min(1.0, blocks * threads / 2048.0);
  const double reuse = 1 + 0.8 / tile + (0.02 + 0.01 * static_cast<double>(seed % 3)) * tile;
  const double conflicts = k_block_x[c[0]] % 32 ? (c[4] ? 1.05 : 1.3) : 1 + 0.03 * c[4];
  const double unroll = 1 + 0.08 * std::abs(c[5] - (tile > 8 ? 1.0 : 2.0));
  const double noise = 1 + 0.02 * (random.unit() + random.unit() - 1);
  return Outcome::time(1e-4 * reuse * conflicts * unroll * noise / (0.3 + 0.7 * occupancy));
}

}  // namespace

RecordedSpace synthetic_tiles(uint64_t seed) {
  RecordedHead head{"synthetic_tiles", "none", "synthetic", {}, {}};
  head.axes = {axis("block_x", k_block_x), axis("block_y", k_block_y), axis("tile_x", k_tile),
               axis("tile_y", k_tile),     axis("pad", {0, 1}),        axis("unroll", {1, 2, 4, 8})};
  const Space space =
      *Space::build(head.axes, {{*Expression::parse("block_x * block_y >= 64 and block_x * block_y <= 1024")}});
  Random random{seed};
  std::vector<RecordedTrial> trials;
  for (size_t i = 0; i < *space.size(); ++i) trials.push_back({space.at(i), outcome_of(space.at(i), seed, random)});
  return *make_recorded(std::move(head), trials);
}

}  // namespace whet::search
