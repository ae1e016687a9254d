// Which PTX block a machine block was made from.
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
  uint32_t ptx_block = ptx::k_none;  // index into Program::blocks; none: nothing of the block tells
  Anchor anchor = Anchor::none;      // of the firmest instructions that told
  int copies = 1;
  std::map<uint32_t, int> repeats;  // PTX instruction -> copies here, of those that become one machine instruction
  bool known() const { return ptx_block != ptx::k_none; }
};

// Per PTX instruction the block it is in, and how often that ran.
class PtxBlocks {
 public:
  PtxBlocks(const Program& program, const Counts& counts);
  uint32_t block_of(uint32_t instruction) const { return block_of_[instruction]; }
  double warps(uint32_t block) const { return warps_[block]; }
  double lanes(uint32_t block) const { return lanes_[block]; }  // an execution
  // May stand several times in one machine block: in a loop, or in a function that may be inlined more than once.
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
