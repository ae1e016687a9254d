// How the blocks of a grid fall on the SMs: each goes to the first place that is free, so a long block holds its place
// while others pass by.
//
//   two SMs of one place, blocks of 1 1 4 1 1:   SM 0: 1 4    SM 1: 1 1 1     busiest 5 of 8, done after 5
#pragma once

#include "vgpu/program/block_work.h"

namespace whet::vgpu {

struct BlockDeal {
  double instructions = 0;   // of all blocks, those that were not run as their neighbours
  double work_share = 0;     // of all instructions: those of the SM that has most, its partitions taken into account
  double traffic_share = 0;  // of all sectors: of the SM that moves most
  double rounds = 0;         // until the last block is done, in times of a warp of average length
};

// `places`: blocks an SM holds at once.
BlockDeal deal_blocks(const GridWork& work, uint32_t sms, uint32_t places, double warps_per_block);

}  // namespace whet::vgpu
