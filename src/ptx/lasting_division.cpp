#include "ptx/lasting_division.h"

#include <algorithm>
#include <string_view>

namespace whet::ptx {

namespace {

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

// Takes away, one after the other, blocks that no remaining one leads to; what cannot be taken is on or behind a cycle.
bool has_cycle(const FlowGraph& graph, const std::vector<bool>& left_out) {
  std::vector<uint32_t> leads_here(graph.blocks.size(), 0), open;
  size_t remaining = 0;
  for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
    if (left_out[b]) continue;
    ++remaining;
    for (const uint32_t before : graph.blocks[b].predecessors) leads_here[b] += !left_out[before];
    if (leads_here[b] == 0) open.push_back(b);
  }
  while (!open.empty()) {
    const uint32_t b = open.back();
    open.pop_back();
    --remaining;
    for (const uint32_t next : graph.blocks[b].successors) {
      if (!left_out[next] && --leads_here[next] == 0) open.push_back(next);
    }
  }
  return remaining > 0;
}

}  // namespace

bool may_stay_divided(const Function& function, const FlowGraph& graph, const std::vector<bool>& convergent_blocks) {
  return has_cycle(graph, convergent_blocks) || std::any_of(function.body.begin(), function.body.end(), calls_unknown);
}

}  // namespace whet::ptx
