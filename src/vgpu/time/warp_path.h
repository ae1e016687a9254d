// How long one warp alone takes through the machine code: stall counts, and waits for scoreboards.
//
//   LDG R4 (sets SB0)  LDG R8 (sets SB0)  FFMA (waits SB0)     two loads overlap: one latency, not two
#pragma once

#include <vector>

#include "binary/analysis/kernel_code.h"

namespace whet::vgpu {

// Where the data of a load comes from: fractions that add up to one.
struct LoadMix {
  double l1 = 0, l2 = 0, dram = 0;
};

// What a warp waits for, in full latencies of each kind; a wait that other work covers by half counts half.
struct WarpPath {
  double stalls = 0;  // cycles
  double shared = 0, brief = 0, barriers = 0;
  LoadMix global;

  void add(const WarpPath& other, double times) {
    stalls += times * other.stalls;
    shared += times * other.shared;
    global.l1 += times * other.global.l1;
    global.l2 += times * other.global.l2;
    global.dram += times * other.global.dram;
    brief += times * other.brief;
    barriers += times * other.barriers;
  }
};

// One pass through each instruction of the code, in the order of KernelCode::instructions: what it waits for before it
// issues, and its own stall count. Otherwise like block_paths.
std::vector<WarpPath> instruction_paths(const KernelCode& code, const std::vector<LoadMix>& mixes);

// One pass through each block of code.flow. In a loop, loads of the previous pass may still be in flight. `mixes` has
// an entry for each machine instruction.
std::vector<WarpPath> block_paths(const KernelCode& code, const std::vector<LoadMix>& mixes);

}  // namespace whet::vgpu
