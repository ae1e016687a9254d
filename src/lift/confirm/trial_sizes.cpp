#include "lift/confirm/trial_sizes.h"

#include <algorithm>

namespace whet::lift {
namespace {

using Sizes = std::vector<int64_t>;

const Sizes& base_sizes(size_t count, int set) {
  static const Sizes k_of_one[] = {{1003}, {256}, {77}, {258}};
  static const Sizes k_of_two[] = {{37, 53}, {64, 32}, {71, 19}, {58, 46}};
  static const Sizes k_of_three[] = {{17, 23, 29}, {32, 16, 24}, {35, 13, 9}, {10, 26, 14}};
  static const Sizes k_of_more[] = {
      {3, 7, 5, 9, 4, 6, 11}, {8, 4, 6, 2, 8, 4, 2}, {5, 3, 11, 7, 2, 9, 4}, {6, 2, 10, 3, 6, 7, 2}};
  const auto at = static_cast<size_t>(set);
  return count <= 1 ? k_of_one[at] : count == 2 ? k_of_two[at] : count == 3 ? k_of_three[at] : k_of_more[at];
}

}  // namespace

std::vector<int64_t> trial_sizes(size_t count, int set, int attempt, int64_t granule) {
  Sizes sizes;
  const Sizes& base = base_sizes(count, set);
  for (size_t i = 0; i < count; ++i) {
    int64_t size = base[i % base.size()];
    if (count <= 1 && attempt < k_size_attempts / 2) size *= int64_t{1} << (2 * attempt);  // none to change places with
    if (attempt >= k_size_attempts / 2) size = std::max<int64_t>(size / (attempt >= k_few_blocks_attempt ? 12 : 3), 2);
    sizes.push_back((size + granule - 1) / granule * granule);
  }
  if ((attempt & 1) != 0) std::sort(sizes.begin(), sizes.end());
  if ((attempt & 2) != 0) std::reverse(sizes.begin(), sizes.end());
  return sizes;
}

}  // namespace whet::lift
