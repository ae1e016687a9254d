// How often each basic block of the machine code ran, derived from the counts of the PTX it was compiled from.
//
// Each machine block has a home: the PTX block of its least movable instructions. If a home has one machine block, that
// has the same count. If it has several (unrolled, peeled, duplicated), they share the count:
//
//   PTX loop, 28 passes in 4 entries     machine: loop with 4 copies of each line    4 passes, one per entry
//                                                 block with 2 copies, no loop       4
//                                                 loop with 1 copy                   4    4*4 + 2*4 + 4 = 28
#pragma once

#include <vector>

#include "binary/analysis/kernel_code.h"
#include "vgpu/program/counters.h"
#include "vgpu/program/line_join.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct MachineBlock {
  double warps = 0;
  double lanes = 0;       // active lanes per execution
  int copies = 1;         // copies of the home's lines: 4 in a loop unrolled by four
  bool anchored = false;  // counted by its own instructions, not by its neighbours
};

// Per block of code.flow.
std::vector<MachineBlock> block_counts(const Program& program, const Counts& counts, const KernelCode& code,
                                       const std::vector<JoinedInstruction>& joined);

}  // namespace whet::vgpu
