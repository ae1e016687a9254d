// How many items the threads of a kernel handle, as its own bounds checks show.
//
//   int i = blockIdx.x * blockDim.x + threadIdx.x;   if (i < n)      along x, 256 per block of 256 threads, n in all
//   int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
//   if (row >= rows) return;                                         along x, 8 per block of 256 threads, rows in all
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
  int64_t per_block = 1;  // items from one block to the next
  LaunchExpression bound;
  std::string variable;  // "i"
  int line = 0;
};

// The first guard of each axis, x first, for this block size. `names` gives the values of constants, sizes and members
// (`p.n`). Variables that are set once are replaced by their value; other names stay.
std::vector<ThreadGuard> find_thread_guards(const Code& code, const Declaration& kernel,
                                            const std::array<int64_t, 3>& block, const LaunchNames& names);

}  // namespace whet
