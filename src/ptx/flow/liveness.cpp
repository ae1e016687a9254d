// Backward data flow over bit sets:
//   live_out(b) = union of live_in(s) over the successors s
//   live_in(b)  = read_first(b) + (live_out(b) - written(b))
// Only a register that some block reads before writing it can be live at a border, so the sets contain only those.
#include "ptx/flow/liveness.h"

#include <bit>

namespace whet::ptx {

Liveness::Liveness(const Function& function, const FlowGraph& graph) : number_(function.registers.size(), k_none) {
  uses_.reserve(function.body.size());
  for (const Instruction& instruction : function.body) uses_.push_back(register_use(instruction));
  number_registers(graph);
  words_ = (registers_.size() + 63) / 64;
  for (Bits* bits : {&in_, &out_, &read_first_, &written_}) bits->assign(graph.blocks.size() * words_, 0);
  solve(graph);
}

void Liveness::number_registers(const FlowGraph& graph) {
  std::vector<uint32_t> written_in(number_.size(), k_none);  // the last block seen that writes it
  std::vector<bool> crosses(number_.size(), false);
  for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
    for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
      for (const uint32_t reg : uses_[i].reads) {
        if (written_in[reg] != b) crosses[reg] = true;
      }
      for (const uint32_t reg : uses_[i].writes) written_in[reg] = b;
    }
  }
  for (uint32_t reg = 0; reg < number_.size(); ++reg) {
    if (!crosses[reg]) continue;
    number_[reg] = static_cast<uint32_t>(registers_.size());
    registers_.push_back(reg);
  }
}

void Liveness::solve(const FlowGraph& graph) {
  for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
    for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
      for (const uint32_t reg : uses_[i].reads) {
        const uint32_t number = number_[reg];
        if (number != k_none && !test(written_, b, number)) set(read_first_, b, number);
      }
      for (const uint32_t reg : uses_[i].writes) {
        if (number_[reg] != k_none) set(written_, b, number_[reg]);
      }
    }
  }
  // Iterates from the last block to the first until nothing changes, skipping blocks whose successors did not change.
  std::vector<bool> waiting(graph.blocks.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto b = static_cast<uint32_t>(graph.blocks.size()); b-- > 0;) {
      if (!waiting[b]) continue;
      waiting[b] = false;
      if (!update(graph.blocks[b], b)) continue;
      changed = true;
      for (const uint32_t before : graph.blocks[b].predecessors) waiting[before] = true;
    }
  }
}

// Returns true when live_in of the block grew.
bool Liveness::update(const BasicBlock& block, uint32_t index) {
  bool changed = false;
  for (size_t w = 0; w < words_; ++w) {
    const size_t at = index * words_ + w;
    for (const uint32_t next : block.successors) out_[at] |= in_[next * words_ + w];
    const uint64_t in = read_first_[at] | (out_[at] & ~written_[at]);
    changed |= in != in_[at];
    in_[at] = in;
  }
  return changed;
}

bool Liveness::is_live_in(uint32_t reg, uint32_t block) const {
  return number_[reg] != k_none && test(in_, block, number_[reg]);
}

std::vector<uint32_t> Liveness::members(const Bits& bits, uint32_t block) const {
  std::vector<uint32_t> result;
  for (size_t w = 0; w < words_; ++w) {
    for (uint64_t word = bits[block * words_ + w]; word != 0; word &= word - 1)
      result.push_back(registers_[64 * w + std::countr_zero(word)]);
  }
  return result;
}

}  // namespace whet::ptx
