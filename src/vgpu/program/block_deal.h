// How the blocks of a grid are distributed over the SMs (list scheduling): each goes to the first free slot, so a long
// block occupies its slot while others pass.
//
//   two SMs with one slot each, blocks of 1 1 4 1 1:   SM 0: 1 4    SM 1: 1 1 1     busiest 5 of 8, done after 5
#pragma once

#include "vgpu/program/block_work.h"

namespace whet::vgpu {

struct BlockDeal {
  double instructions = 0;   // of all blocks; those that were not run count like their neighbours
  double work_share = 0;     // fraction of all instructions that the SM with the most of them executes
  double traffic_share = 0;  // fraction of all sectors that the SM with the most of them moves
  double rounds = 0;         // time until the last block is done, in durations of an average warp
};

// `places` is the number of blocks that an SM holds at once.
BlockDeal deal_blocks(const GridWork& work, uint32_t sms, uint32_t places, double warps_per_block);

}  // namespace whet::vgpu
