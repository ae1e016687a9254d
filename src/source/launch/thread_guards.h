// How many items the threads of a kernel are for, as its own bounds tell.
//
//   int i = blockIdx.x * blockDim.x + threadIdx.x;   if (i < n)         along x, 256 a block of 256 threads, n of them
//   int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
//   if (row >= rows) return;                                            along x, 8 a block of 256 threads, rows of them
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/launch/launch_expression.h"
#include "source/text/outline.h"

namespace whet {

struct ThreadGuard {
  int axis = 0;           // 0: x
  int64_t per_block = 1;  // items that the next block is further on
  LaunchExpression bound;
  std::string variable;  // "i"
  int line = 0;
};

// The first guard of each axis, x first, for blocks of so many threads. `names` says what constants, sizes and members
// (`p.n`) stand for; variables that are set once are what they are set to, other names stay.
std::vector<ThreadGuard> find_thread_guards(const Code& code, const Declaration& kernel,
                                            const std::array<int64_t, 3>& block, const LaunchNames& names);

}  // namespace whet
