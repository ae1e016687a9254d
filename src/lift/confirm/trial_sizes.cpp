#include "lift/confirm/trial_sizes.h"

#include <algorithm>

namespace whet::lift {
namespace {

using Sizes = std::vector<int64_t>;

// All above 32 at first, so that no range is covered by one tile.
const Sizes& base_sizes(size_t count, int set) {
  static const Sizes k_of_one[] = {{1003}, {256}, {77}, {258}};
  static const Sizes k_of_two[] = {{37, 53}, {64, 32}, {71, 19}, {58, 46}};
  static const Sizes k_of_three[] = {{37, 41, 45}, {32, 16, 64}, {35, 13, 9}, {10, 26, 34}};
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
    if (attempt >= k_size_attempts / 2) size = std::max<int64_t>(size / (attempt >= k_few_blocks_attempt ? 12 : 2), 2);
    sizes.push_back((size + granule - 1) / granule * granule);
  }
  if ((attempt & 1) != 0) std::sort(sizes.begin(), sizes.end());
  if ((attempt & 2) != 0) std::reverse(sizes.begin(), sizes.end());
  return sizes;
}

std::vector<int64_t> tiny_sizes(size_t count, int set) {
  static const Sizes k_tiny[] = {{33, 11}, {16, 8}, {19, 9}, {26, 10}};
  return count == 1 ? k_tiny[static_cast<size_t>(set)] : Sizes{};
}

std::vector<int64_t> one_large_size(size_t count, int set, int which, int64_t granule) {
  constexpr int k_small_attempt = k_size_attempts / 2;
  constexpr int64_t k_multiple = 8, k_most = 20'000;
  const size_t at = which == 2 ? count - 1 : static_cast<size_t>(which);
  if (count < 2 || at >= count || (which == 2 && at < 2)) return {};
  Sizes sizes = trial_sizes(count, set, k_small_attempt, granule);
  int64_t product = k_multiple;
  for (size_t i = 0; i < count; ++i) product = std::min(product * (i == at ? 1 : sizes[i]), k_most);
  sizes[at] = product;
  return sizes;
}

}  // namespace whet::lift
