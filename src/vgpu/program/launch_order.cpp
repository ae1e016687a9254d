#include "vgpu/program/launch_order.h"

#include <algorithm>
#include <cstddef>
#include <random>

namespace whet::vgpu {

std::vector<uint64_t> in_order(std::vector<uint64_t> clusters, uint64_t order, uint64_t wave) {
  if (order == k_as_numbered) return clusters;
  std::mt19937_64 random(order);
  for (size_t first = 0; first < clusters.size(); first += wave) {
    const auto from = clusters.begin() + static_cast<ptrdiff_t>(first);
    const auto to = clusters.begin() + static_cast<ptrdiff_t>(std::min<size_t>(clusters.size(), first + wave));
    if (order == k_backwards)
      std::reverse(from, to);
    else
      std::shuffle(from, to, random);
  }
  return clusters;
}

}  // namespace whet::vgpu
