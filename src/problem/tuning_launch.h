// Launch shapes with names instead of numbers, so that they can be varied.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "source/tunable/tunables.h"

namespace whet {

// Writes out the default shape of launches without one: 256 threads per block, one per element.
void write_out_launches(Problem& problem);

// If a block has the extent `value`, `name` replaces that number in block, grid, shared memory, scratch and numbers:
//   block = [256], grid = ["ceil_div(n, 256)"]   ->   block = ["BLOCK"], grid = ["ceil_div(n, BLOCK)"]
// Returns whether there was such a block.
bool tie_to_launch(Problem& problem, const std::string& name, int64_t value);

// Finds blocks that may have any extent: the kernels launched with it read blockDim, and the number is not in device
// code. Ties a new name to each.
std::vector<FoundTunable> free_block_shapes(Problem& problem);

// Threads of a block as a C++ expression, "TILE * ROWS", if all launches have the same; empty if C++ cannot express it.
std::string block_threads(const Problem& problem);

}  // namespace whet
