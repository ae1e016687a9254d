// Counts of machine instructions: what the virtual GPU counted for PTX, mapped to SASS through the line map.
//
// The assembler unrolls, merges, hoists and predicates, so a PTX line may occur several times in SASS or not at all.
// The count of a SASS block is taken from those of its instructions that cannot have been moved (branches, barriers,
// stores, atomics, loads), divided among copies; it holds for every instruction of the block.
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
  double lanes = 0;            // sum of active lanes
  double lanes_on = 0;         // of these, lanes whose guard held
  uint32_t ptx = ptx::k_none;  // the PTX instruction it was compiled from: index into Program::origins
};

struct MachineCounts {
  std::vector<MachineCount> instructions;
  double issued = 0;        // sum of warps
  double mapped_share = 0;  // part of `issued` in blocks that were counted by their own instructions
};

MachineCounts machine_counts(const Program& program, const Counts& counts, const KernelCode& code,
                             const LineMap& lines);

// RunOptions::machine_widths of the program: for each memory instruction the bytes per lane that the machine code
// moves; 0 if a neighbour's wider access moves them or the access was removed. Empty if the line map has none of the
// accesses. The `ptx` lines of the map are those of the program's PTX text.
std::vector<uint8_t> machine_widths(const Program& program, const KernelCode& code, const LineMap& lines);

}  // namespace whet::vgpu
