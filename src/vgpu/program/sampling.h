// Which blocks of a grid are run when not all of them are.
//
// A sample consists of runs of neighbouring blocks, spread over the grid: neighbours share cache lines, as they would
// in the whole grid. The first and the last block are always included.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/program/block_work.h"

namespace whet::vgpu {

// Runs a few blocks first, and then as many as can be counted within seconds.
inline constexpr uint64_t k_as_needed = ~0ull;
inline constexpr uint64_t k_all_blocks = 0;

// About `wanted` blocks of the grid, in order.
std::vector<uint64_t> sample_blocks(uint64_t grid_blocks, uint64_t wanted);

// The blocks to run first: all, about `wanted`, or a few for k_as_needed.
std::vector<uint64_t> first_blocks(uint64_t grid_blocks, uint64_t wanted);
// The blocks to run after `first`, whose work is in `done`: the rest of the grid, or of a larger sample. If a cluster
// has `together` > 1 blocks, all numbers are those of clusters.
std::vector<uint64_t> further_blocks(const std::vector<uint64_t>& first, const GridWork& done,
                                     uint64_t quick_instructions, uint64_t together = 1);

// Relative standard error of a total that is estimated from the blocks that were run; 0 if all were.
double sampling_error(const GridWork& work);

}  // namespace whet::vgpu
