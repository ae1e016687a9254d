// Assumes a launch for a kernel if none is given: by its bounds checks, or else by its outputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"
#include "problem/signature/launch_from_source.h"

namespace whet {

// One thread (or as many as the kernel uses for one item) for everything that passes its bounds checks:
//   if (i < n)               ->  grid ceil_div(n, 256), block 256
//   if (x >= w || y >= h)    ->  grid ceil_div(w, 16) x ceil_div(h, 16), block 16 x 16
//   if (row >= rows), with row = blockIdx.x * blockDim.y + threadIdx.y  ->  grid ceil_div(rows, 8), block 32 x 8
//   blockIdx.x * 32 + threadIdx.x, and the same along y                 ->  block 32 x 32
// Nothing if the bounds cannot be expressed by the problem's sizes. `block` is the user's; empty: 256, or 16 x 16.
std::optional<SourceLaunch> launch_by_guards(const Problem& problem, const SourceFunction& function,
                                             const std::vector<Formula>& block, std::vector<std::string>& notes);

// Threads of a block that nothing else tells: as many as a line in shared memory has elements, else 256.
int64_t assumed_line(const Problem& problem, const SourceFunction& function);

// Whether blocks along x are items by themselves that no check bounds, and the size that says how many there are: one
// that the kernel takes and never uses; empty: none. `x + blockIdx.x * cols`, where no thread is numbered across
// blocks.
std::optional<std::string> blocks_as_items(const Problem& problem, const SourceFunction& function);

// "tile" for `extern __shared__ float tile[]` in the kernel or a function it calls; empty: none.
std::string dynamic_shared_array(const Problem& problem, const SourceFunction& function);

}  // namespace whet
