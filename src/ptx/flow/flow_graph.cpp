#include "ptx/flow/flow_graph.h"

#include <algorithm>

namespace whet::ptx {

namespace {

bool is_branch(const Instruction& instruction) {
  return instruction.opcode == "bra" || instruction.opcode == "brx";
}

bool leaves(const Instruction& instruction) {
  return instruction.opcode == "ret" || instruction.opcode == "exit" || instruction.opcode == "trap";
}

bool ends_block(const Instruction& instruction) {
  return is_branch(instruction) || leaves(instruction) || instruction.opcode == "call";
}

// The possible target instructions of a branch; a label at the end of the body has none.
std::vector<uint32_t> targets_of(const Instruction& instruction, size_t count) {
  std::vector<uint32_t> targets;
  const auto add = [&](const Operand& operand) {
    if (operand.kind == Operand::Kind::label && operand.index < count) targets.push_back(operand.index);
  };
  if (!is_branch(instruction)) return targets;
  for (const Operand& operand : instruction.operands) {
    add(operand);
    for (const Operand& element : operand.elements) add(element);
  }
  return targets;
}

std::vector<bool> find_leaders(const std::vector<Instruction>& body) {
  std::vector<bool> leaders(body.size() + 1, false);
  leaders[0] = true;
  for (size_t i = 0; i < body.size(); ++i) {
    if (!ends_block(body[i])) continue;
    leaders[i + 1] = true;
    for (const uint32_t target : targets_of(body[i], body.size())) leaders[target] = true;
  }
  return leaders;
}

void connect(FlowGraph& graph, uint32_t from, uint32_t to) {
  auto& successors = graph.blocks[from].successors;
  if (std::find(successors.begin(), successors.end(), to) != successors.end()) return;
  successors.push_back(to);
  graph.blocks[to].predecessors.push_back(from);
}

void mark_reachable(FlowGraph& graph) {
  std::vector<uint32_t> open{0};
  graph.blocks[0].reachable = true;
  while (!open.empty()) {
    const uint32_t block = open.back();
    open.pop_back();
    for (const uint32_t next : graph.blocks[block].successors) {
      if (graph.blocks[next].reachable) continue;
      graph.blocks[next].reachable = true;
      open.push_back(next);
    }
  }
}

}  // namespace

FlowGraph build_flow_graph(const Function& function) {
  FlowGraph graph;
  const auto& body = function.body;
  if (body.empty()) return graph;
  const std::vector<bool> leaders = find_leaders(body);
  for (uint32_t i = 0; i < body.size(); ++i) {
    if (leaders[i]) graph.blocks.push_back({i, i, {}, {}, false});
    graph.blocks.back().end = i + 1;
    graph.block_of.push_back(static_cast<uint32_t>(graph.blocks.size() - 1));
  }
  for (uint32_t block = 0; block < graph.blocks.size(); ++block) {
    const uint32_t end = graph.blocks[block].end;
    const Instruction& last = body[end - 1];
    for (const uint32_t target : targets_of(last, body.size())) connect(graph, block, graph.block_of[target]);
    const bool always_leaves = (is_branch(last) || leaves(last)) && last.guard == k_none;
    if (!always_leaves && end < body.size()) connect(graph, block, graph.block_of[end]);
  }
  mark_reachable(graph);
  return graph;
}

}  // namespace whet::ptx
