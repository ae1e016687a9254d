// Bounds checks of kernels whose blocks or threads take chunks of items, found in the comparisons themselves.
//
//   if (blockIdx.x * 512 + j < n)                                         512 per block
//   int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
//   for (int k = 0; k < 4; ++k) if (first + k < n)                        1024 per block of 256 threads
//   for (int i = start + threadIdx.x; i < min(start + 512, n); i += 256)  512, of int start = blockIdx.x * 512
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "source/launch/thread_guards.h"

namespace whet {

// The first of each axis. Only bounds made of what `names` knows count.
std::vector<ThreadGuard> find_chunk_guards(const Code& code, const Declaration& kernel,
                                           const std::array<int64_t, 3>& block, const LaunchNames& names);

}  // namespace whet
