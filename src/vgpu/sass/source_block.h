// Finds the PTX block that a machine block was compiled from.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "vgpu/program/counters.h"
#include "vgpu/program/line_join.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct SourceBlock {
  uint32_t ptx_block = ptx::k_none;  // index into Program::blocks; k_none: no instruction shows it
  Anchor anchor = Anchor::none;      // of its least movable instructions
  int copies = 1;
  // Copies in this block per PTX instruction, of those that become one machine instruction.
  std::map<uint32_t, int> repeats;
  bool known() const { return ptx_block != ptx::k_none; }
};

// The block of each PTX instruction, and how often that block ran.
class PtxBlocks {
 public:
  PtxBlocks(const Program& program, const Counts& counts);
  uint32_t block_of(uint32_t instruction) const { return block_of_[instruction]; }
  double warps(uint32_t block) const { return warps_[block]; }
  double lanes(uint32_t block) const { return lanes_[block]; }  // per execution
  // True if it may occur repeatedly in one machine block: it is in a loop, or in a function that may be inlined.
  bool repeats(uint32_t block) const { return repeats_[block]; }

 private:
  void find_repeats(const Program& program);

  std::vector<uint32_t> block_of_;
  std::vector<double> warps_, lanes_;
  std::vector<bool> repeats_;
};

// Per block of code.flow.
std::vector<SourceBlock> source_blocks(const PtxBlocks& ptx, const KernelCode& code,
                                       const std::vector<JoinedInstruction>& joined);

}  // namespace whet::vgpu
