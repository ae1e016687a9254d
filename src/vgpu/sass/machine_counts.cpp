#include "vgpu/sass/machine_counts.h"

#include <algorithm>
#include <map>

#include "vgpu/program/line_join.h"
#include "vgpu/sass/block_counts.h"

namespace whet::vgpu {

namespace {

// Per PTX instruction: executions of the machine blocks that contain it; each block counts once.
std::map<uint32_t, double> executions(const KernelCode& code, const std::vector<JoinedInstruction>& joined,
                                      const std::vector<MachineBlock>& blocks) {
  std::map<uint32_t, double> sums;
  std::map<uint32_t, size_t> last_block;
  for (size_t b = 0; b < blocks.size(); ++b) {
    const BasicBlock& block = code.flow.blocks[b];
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
      const uint32_t ptx = joined[i].ptx;
      if (ptx == ptx::k_none) continue;
      const auto [seen, is_new] = last_block.try_emplace(ptx, b);
      if (!is_new && seen->second == b) continue;
      seen->second = b;
      sums[ptx] += blocks[b].warps;
    }
  }
  return sums;
}

}  // namespace

namespace {

// True for guarded multiplications with which ex2, rcp and similar functions scale extreme inputs and results. Their
// guards are false for all other values.
bool scales_extremes(const Instruction& sass, const ptx::Instruction& in) {
  constexpr std::string_view k_functions[] = {"ex2", "lg2", "rcp", "sqrt", "rsqrt", "sin", "cos", "div"};
  return sass.name == "FMUL" &&
         std::find(std::begin(k_functions), std::end(k_functions), in.opcode) != std::end(k_functions);
}

// Lanes that diverge at a branch reach the reconvergence point one group after another, which costs one more
// instruction. Lanes that leave by EXIT do not reconverge.
double partings(const Counts& counts, const Instruction& sass, const JoinedInstruction& joined, double share) {
  const bool branches = sass.name == "BRA" && sass.guard && joined.anchor == Anchor::branch;
  return branches ? share * static_cast<double>(counts.diverged[joined.ptx]) : 0;
}

}  // namespace

MachineCounts machine_counts(const Program& program, const Counts& counts, const KernelCode& code,
                             const LineMap& lines) {
  const std::vector<JoinedInstruction> joined = join_lines(program, code, lines);
  const std::vector<MachineBlock> blocks = block_counts(program, counts, code, joined);
  const std::map<uint32_t, double> sums = executions(code, joined, blocks);
  MachineCounts result;
  result.instructions.resize(code.instructions.size());
  double anchored = 0;
  for (size_t b = 0; b < blocks.size(); ++b) {
    const BasicBlock& range = code.flow.blocks[b];
    for (uint32_t i = range.first; i < range.first + range.count; ++i) {
      MachineCount& count = result.instructions[i];
      const double lanes = blocks[b].warps * blocks[b].lanes;
      count = {.warps = blocks[b].warps, .lanes = lanes, .lanes_on = lanes, .ptx = joined[i].ptx};
      if (count.warps > 0 && count.ptx != ptx::k_none) {
        count.warps += partings(counts, code.instructions[i], joined[i], blocks[b].warps / sums.at(count.ptx));
      }
      result.issued += count.warps;
      if (blocks[b].anchored) anchored += count.warps;
      if (!code.instructions[i].guard || count.ptx == ptx::k_none || count.warps == 0) continue;
      if (scales_extremes(code.instructions[i], program.instruction(count.ptx))) {
        count.lanes_on = 0;
        continue;
      }
      // Under a guard: the lanes that PTX had there, divided among the copies.
      const double share = blocks[b].warps / sums.at(count.ptx) / blocks[b].copies;
      count.lanes_on = std::min(lanes, static_cast<double>(counts.instructions[count.ptx].lanes) * share);
    }
  }
  result.mapped_share = result.issued > 0 ? anchored / result.issued : 0;
  return result;
}

}  // namespace whet::vgpu
