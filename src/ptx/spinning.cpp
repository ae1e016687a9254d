#include "ptx/spinning.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace whet::ptx {

namespace {

constexpr std::array<std::string_view, 6> k_fresh = {"volatile", "relaxed", "acquire", "mmio", "cv", "cg"};

// Reads what another thread may write meanwhile. An atom of which nobody reads the result does not.
bool polls(const Instruction& instruction, const std::vector<bool>& is_read) {
  const std::string& opcode = instruction.opcode;
  if (opcode == "atom") {
    const auto writes = register_use(instruction).writes;
    return std::any_of(writes.begin(), writes.end(), [&](uint32_t reg) { return is_read[reg]; });
  }
  if (opcode == "mbarrier" || opcode == "nanosleep") return true;
  if (instruction.opcode != "ld") return false;
  return std::any_of(k_fresh.begin(), k_fresh.end(), [&](std::string_view word) { return instruction.has(word); });
}

std::vector<bool> find_read_registers(const Function& function) {
  std::vector<bool> is_read(function.registers.size(), false);
  for (const Instruction& instruction : function.body) {
    for (const uint32_t reg : register_use(instruction).reads) is_read[reg] = true;
  }
  return is_read;
}

// printf, assert, malloc and free, and the slow paths of mathematical functions.
bool is_of_the_toolkit(std::string_view name) {
  return name == "vprintf" || name == "__assertfail" || name == "malloc" || name == "free" ||
         name.starts_with("__internal_") || name.starts_with("__cuda") || name.starts_with("__nv_");
}

bool calls_unknown(const Instruction& instruction) {
  if (instruction.opcode != "call") return false;
  return std::none_of(instruction.operands.begin(), instruction.operands.end(), [](const Operand& operand) {
    return operand.kind == Operand::Kind::symbol && is_of_the_toolkit(operand.name);
  });
}

// Whether the block comes round to itself through blocks that are not convergent.
bool goes_round(const FlowGraph& graph, const std::vector<bool>& convergent, uint32_t block) {
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<uint32_t> open{block};
  while (!open.empty()) {
    const uint32_t b = open.back();
    open.pop_back();
    for (const uint32_t next : graph.blocks[b].successors) {
      if (next == block) return true;
      if (seen[next] || convergent[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return false;
}

}  // namespace

bool may_spin(const Function& function, const FlowGraph& graph, const std::vector<bool>& convergent_blocks) {
  if (std::any_of(function.body.begin(), function.body.end(), calls_unknown)) return true;
  const std::vector<bool> is_read = find_read_registers(function);
  const auto polls_here = [&](const Instruction& instruction) { return polls(instruction, is_read); };
  for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
    if (convergent_blocks[b]) continue;
    const auto begin = function.body.begin();
    const bool reads = std::any_of(begin + graph.blocks[b].first, begin + graph.blocks[b].end, polls_here);
    if (reads && goes_round(graph, convergent_blocks, b)) return true;
  }
  return false;
}

}  // namespace whet::ptx
