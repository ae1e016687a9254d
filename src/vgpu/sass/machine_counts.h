// Counts of machine instructions: what the virtual GPU counted for PTX, carried over to SASS through the line map.
//
// The assembler unrolls, merges, hoists and predicates, so a PTX line may stand several times in SASS or not at all. A
// SASS block's count is taken from those of its instructions that cannot have been moved (branches, barriers, stores,
// atomics, loads), shared out among copies; every instruction of the block then has it.
#pragma once

#include <cstdint>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "binary/lines/line_map.h"
#include "vgpu/program/counters.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

// Per SASS instruction of the function, in the order of KernelCode::instructions.
struct MachineCount {
  double warps = 0;            // times a warp issued it
  double lanes = 0;            // lanes active then, summed
  double lanes_on = 0;         // of these, the ones whose guard held
  uint32_t ptx = ptx::k_none;  // the PTX instruction it was made from: index into Program::origins
};

struct MachineCounts {
  std::vector<MachineCount> instructions;
  double issued = 0;        // sum of warps
  double mapped_share = 0;  // of `issued`: from blocks whose count rests on an instruction of their own
};

MachineCounts machine_counts(const Program& program, const Counts& counts, const KernelCode& code,
                             const LineMap& lines);

// RunOptions::machine_widths of the program: for each memory instruction the bytes a lane that the machine code moves
// in its place; 0 where a neighbour's wider access moves them or the access is gone. Empty when the line map knows none
// of the accesses. `ptx` lines of the map are those of the program's PTX text.
std::vector<uint8_t> machine_widths(const Program& program, const KernelCode& code, const LineMap& lines);

}  // namespace whet::vgpu
