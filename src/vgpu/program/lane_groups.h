// The distinct values among the lanes of a warp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "vgpu/program/lanes.h"

namespace whet::vgpu {

// For each lane of the mask, the lowest lane of the mask with the same value:  5 5 7 5  ->  0 0 2 0
// Every lane is compared with every other: this has no branch to mispredict and is faster than a table.
template <typename T>
std::array<T, k_lanes> first_equal(const std::array<T, k_lanes>& values, Mask mask) {
  std::array<T, k_lanes> firsts{};
  for (int other = k_lanes - 1; other >= 0; --other) {
    if (!(mask >> other & 1)) continue;
    const T value = values[other];
    for (int lane = 0; lane < k_lanes; ++lane) firsts[lane] = values[lane] == value ? T(other) : firsts[lane];
  }
  return firsts;
}

struct Multiplicity {
  uint32_t distinct = 0;  // number of distinct values
  uint32_t fullest = 0;   // lanes that hold the most frequent value
};

// `firsts` is the result of first_equal.
template <typename T>
Multiplicity count_multiplicity(const std::array<T, k_lanes>& firsts, Mask mask) {
  Multiplicity multiplicity;
  for (int lane = 0; lane < k_lanes; ++lane) {
    multiplicity.distinct += static_cast<uint32_t>(firsts[lane] == T(lane)) & mask >> lane;
  }
  multiplicity.fullest = 1;
  if (multiplicity.distinct == static_cast<uint32_t>(__builtin_popcount(mask))) return multiplicity;
  std::array<uint8_t, k_lanes> lanes{};
  for (int lane = 0; lane < k_lanes; ++lane) lanes[firsts[lane]] += mask >> lane & 1;
  for (uint8_t count : lanes) multiplicity.fullest = std::max<uint32_t>(multiplicity.fullest, count);
  return multiplicity;
}

}  // namespace whet::vgpu
