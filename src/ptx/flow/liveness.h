// Liveness: the registers whose value is still read later, at the borders of the basic blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/module.h"

namespace whet::ptx {

class Liveness {
 public:
  Liveness(const Function& function, const FlowGraph& graph);

  // Registers live at the start or the end of the block, in ascending order.
  std::vector<uint32_t> live_in(uint32_t block) const { return members(in_, block); }
  std::vector<uint32_t> live_out(uint32_t block) const { return members(out_, block); }
  bool is_live_in(uint32_t reg, uint32_t block) const;
  // Whether the register is live at any block border.
  bool crosses_blocks(uint32_t reg) const { return number_[reg] != k_none; }
  // What each instruction reads and writes; computed once for all users.
  const RegisterUse& use(uint32_t instruction) const { return uses_[instruction]; }

 private:
  using Bits = std::vector<uint64_t>;  // blocks x words_
  void number_registers(const FlowGraph& graph);
  void solve(const FlowGraph& graph);
  bool update(const BasicBlock& block, uint32_t index);
  std::vector<uint32_t> members(const Bits& bits, uint32_t block) const;
  void set(Bits& bits, uint32_t block, uint32_t number) { bits[block * words_ + number / 64] |= 1ull << number % 64; }
  bool test(const Bits& bits, uint32_t block, uint32_t number) const {
    return bits[block * words_ + number / 64] >> number % 64 & 1;
  }

  std::vector<RegisterUse> uses_;
  std::vector<uint32_t> number_;     // per register: its index in the sets; k_none when it never crosses a border
  std::vector<uint32_t> registers_;  // per index: the register, ascending
  size_t words_ = 0;
  Bits in_, out_, read_first_, written_;
};

}  // namespace whet::ptx
