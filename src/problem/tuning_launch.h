// Launch shapes with names in the place of numbers, so that they may be varied.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "source/tunable/tunables.h"

namespace whet {

// Launches without a shape get the default one, written out: 256 threads a block, one for each element.
void write_out_launches(Problem& problem);

// Where a block has the extent `value`, and in the grid, shared memory, scratch and numbers beside it, `name` takes the
// place of that number:
//   block = [256], grid = ["ceil_div(n, 256)"]   ->   block = ["BLOCK"], grid = ["ceil_div(n, BLOCK)"]
// Returns whether there was such a block.
bool tie_to_launch(Problem& problem, const std::string& name, int64_t value);

// Blocks that may have any extent: the kernels launched with it ask for blockDim, and the number stands nowhere in
// device code. Ties a new name to each.
std::vector<FoundTunable> free_block_shapes(Problem& problem);

// Threads of a block in C++, "TILE * ROWS", when all launches have the same; empty when C++ does not know them.
std::string block_threads(const Problem& problem);

}  // namespace whet
