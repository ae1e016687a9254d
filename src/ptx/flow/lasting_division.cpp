#include "ptx/flow/lasting_division.h"

#include <algorithm>
#include <string_view>

namespace whet::ptx {

namespace {

// printf, assert, malloc, free, and the slow paths of mathematical functions.
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

bool waits_for_warps(const Instruction& instruction) {
  const bool barrier = instruction.opcode == "bar" || instruction.opcode == "barrier";
  return barrier && !instruction.has("warp") && !instruction.has("arrive");
}

// Kahn's topological sort: repeatedly removes blocks without a remaining predecessor; what stays is on or after a
// cycle.
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

bool may_stay_divided(const Function& function, const FlowGraph& graph, const Uniformity& so_far) {
  if (has_cycle(graph, so_far.convergent_blocks)) return true;
  for (uint32_t i = 0; i < function.body.size(); ++i) {
    const Instruction& instruction = function.body[i];
    if (calls_unknown(instruction) || instruction.opcode == "activemask") return true;
    const bool some_only = instruction.guard != k_none && !so_far.registers[instruction.guard];
    if (waits_for_warps(instruction) && (some_only || !so_far.convergent_blocks[graph.block_of[i]])) return true;
  }
  return false;
}

}  // namespace whet::ptx
