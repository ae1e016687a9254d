// Which blocks of a grid are run when not all of them are.
//
// A sample is made of runs of neighbours, spread over the grid: neighbours share lines in the caches as they would in
// the whole grid. The first and the last block are always in it.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/program/block_work.h"

namespace whet::vgpu {

// As many as it takes to count within seconds: a few first, which tell how many more.
inline constexpr uint64_t k_as_needed = ~0ull;
inline constexpr uint64_t k_all_blocks = 0;

// So many of the grid, in its order.
std::vector<uint64_t> sample_blocks(uint64_t grid_blocks, uint64_t wanted);

// The blocks that are run first: all, so many as wanted, or a few.
std::vector<uint64_t> first_blocks(uint64_t grid_blocks, uint64_t wanted);
// What is left to run after `first`, of which `done` tells the work: the rest of the grid, or of a larger sample. Where
// `together` blocks make a cluster, all are numbers of clusters.
std::vector<uint64_t> further_blocks(const std::vector<uint64_t>& first, const GridWork& done,
                                     uint64_t quick_instructions, uint64_t together = 1);

// Relative standard error of a total that is estimated from the blocks run; 0 when all were.
double sampling_error(const GridWork& work);

}  // namespace whet::vgpu
