// Sizes at which a meaning is confirmed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whet::lift {

inline constexpr int k_size_sets = 4;

// A value for each of `count` integer parameters: odd ones, powers of two, smaller odd ones, and even ones that no
// vector divides, in size sets 0 to 3. Attempts give the values to other parameters, then make them smaller. All are
// multiples of `granule`.
std::vector<int64_t> trial_sizes(size_t count, int set, int attempt, int64_t granule);
inline constexpr int k_size_attempts = 8;
inline constexpr int k_few_blocks_attempt = 6;  // from here on, grids that the meaning leaves open are small too

// Further attempts for a single size, at which its third power is little work.
std::vector<int64_t> tiny_sizes(size_t count, int set);

// Further attempts: one size, the first, the second or the last, is a multiple of the product of all others, which are
// small. Empty: there is no such size.
std::vector<int64_t> one_large_size(size_t count, int set, int which, int64_t granule);
inline constexpr int k_large_attempts = 3;

}  // namespace whet::lift
