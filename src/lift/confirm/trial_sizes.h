// Sizes at which a meaning is confirmed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whet::lift {

inline constexpr int k_size_sets = 3;

// A value for each of `count` integer parameters: odd ones, powers of two, and others, in size set 0, 1 and 2. Attempts
// give the values to other parameters, then make them smaller. All are multiples of `granule`.
std::vector<int64_t> trial_sizes(size_t count, int set, int attempt, int64_t granule);
inline constexpr int k_size_attempts = 8;

}  // namespace whet::lift
