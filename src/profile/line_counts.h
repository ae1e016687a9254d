// Counts by source line: instructions of machine code if there is any, else of PTX, summed by the line that they were
// made from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/virtual/virtual_device.h"
#include "profile/sampled_code.h"
#include "profile/stalls.h"

namespace whet {

struct LineCounts {
  std::string file;  // as the compiler names it
  uint32_t line = 0;
  double warps = 0;  // warp instructions issued
  double lanes = 0;  // sum of their active lanes
  double share = 0;  // of all issued
  double sectors = 0, ideal_sectors = 0, wavefronts = 0, ideal_wavefronts = 0;
  double load_excess = 0, store_excess = 0;  // sectors of global memory beyond the fewest possible
  double local_sectors = 0, atomics = 0;     // requests of atomics
  double diverged = 0, barriers = 0;         // branches whose lanes went both ways; block barriers
  // Warp instructions: FP64, special functions, starts of integer divisions, checks of correctly rounded divisions.
  double fp64 = 0, special = 0, divisions = 0, checked_divisions = 0;
  Stalls stalls = {};  // shares of the time of all warps, counted by their samples; empty: not seen
  double samples = 0;  // of warps that were here, by a collector that samples
};

struct CountedLines {
  std::vector<LineCounts> lines;  // in the order of the source
  double unplaced_share = 0;      // of all issued: instructions without a line
  double samples = 0;             // of the kernel, with those of instructions without a line; 0: none were taken
};

CountedLines count_lines(const VirtualReport& report);

// Adds samples of the same kernel. Lines that nothing was counted on are added.
void add_samples(const SampledCode& code, CountedLines& lines);

}  // namespace whet
