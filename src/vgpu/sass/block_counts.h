// How often each basic block of the machine code ran, from the counts of the PTX it was made from.
//
// Each block has a home: the PTX block of those of its instructions that stand firmest. A home with one machine block
// gives it its count. A home with several (unrolled, peeled, duplicated) shares its count out among them:
//
//   PTX loop, 30 passes in 4 entries     machine: loop with 4 copies of each line    4 x 1 = 4 passes
//                                                 block with 2 copies, no loop       4
//                                                 loop with 1 copy                   6    4*4 + 2*4 + 6 = 30
#pragma once

#include <vector>

#include "binary/analysis/kernel_code.h"
#include "vgpu/program/counters.h"
#include "vgpu/program/line_join.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct MachineBlock {
  double warps = 0;
  double lanes = 0;       // active, an execution
  int copies = 1;         // of the home's lines: 4 in a loop unrolled by four
  bool anchored = false;  // counted by instructions of its own, not by its neighbours
};

// Per block of code.flow.
std::vector<MachineBlock> block_counts(const Program& program, const Counts& counts, const KernelCode& code,
                                       const std::vector<JoinedInstruction>& joined);

}  // namespace whet::vgpu
