#include "lift/flow.h"

#include <algorithm>

namespace whet::lift {
namespace {

std::vector<uint32_t> reverse_post_order(const ptx::FlowGraph& graph) {
  struct Visit {
    uint32_t block;
    size_t next;
  };
  std::vector<uint32_t> order;
  if (graph.blocks.empty()) return order;
  std::vector<bool> seen(graph.blocks.size());
  std::vector<Visit> stack{{0, 0}};
  seen[0] = true;
  while (!stack.empty()) {
    Visit& top = stack.back();
    const auto& successors = graph.blocks[top.block].successors;
    if (top.next == successors.size()) {
      order.push_back(top.block);
      stack.pop_back();
      continue;
    }
    const uint32_t successor = successors[top.next++];
    if (seen[successor]) continue;
    seen[successor] = true;
    stack.push_back({successor, 0});
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm.
std::vector<uint32_t> dominators(const ptx::FlowGraph& graph, const std::vector<uint32_t>& order) {
  std::vector<uint32_t> number(graph.blocks.size(), ptx::k_none), dominator(graph.blocks.size(), ptx::k_none);
  for (uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  dominator[0] = 0;
  const auto common = [&](uint32_t a, uint32_t b) {
    while (a != b) (number[a] > number[b] ? a : b) = dominator[number[a] > number[b] ? a : b];
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 1; i < order.size(); ++i) {
      uint32_t found = ptx::k_none;
      for (const uint32_t p : graph.blocks[order[i]].predecessors) {
        if (dominator[p] != ptx::k_none) found = found == ptx::k_none ? p : common(found, p);
      }
      changed |= dominator[order[i]] != found;
      dominator[order[i]] = found;
    }
  }
  return dominator;
}

bool dominates(const Flow& flow, uint32_t above, uint32_t block) {
  while (block != above && block != 0) block = flow.dominator[block];
  return block == above;
}

void add_to_loop(Flow& flow, uint32_t header, uint32_t latch) {
  auto at = std::find_if(flow.loops.begin(), flow.loops.end(), [&](const auto& loop) { return loop.header == header; });
  if (at == flow.loops.end()) {
    flow.loops.push_back({header, std::vector<bool>(flow.graph.blocks.size())});
    at = flow.loops.end() - 1;
    at->blocks[header] = true;
  }
  std::vector<uint32_t> work{latch};
  while (!work.empty()) {
    const uint32_t block = work.back();
    work.pop_back();
    if (at->blocks[block]) continue;
    at->blocks[block] = true;
    for (const uint32_t p : flow.graph.blocks[block].predecessors) {
      if (flow.dominator[p] != ptx::k_none) work.push_back(p);
    }
  }
}

Result<void> find_loops(const ptx::Function& function, Flow& flow) {
  std::vector<uint32_t> number(flow.graph.blocks.size());
  for (uint32_t i = 0; i < flow.order.size(); ++i) number[flow.order[i]] = i;
  for (const uint32_t block : flow.order) {
    for (const uint32_t target : flow.graph.blocks[block].successors) {
      if (number[target] > number[block]) continue;
      const uint32_t line = function.body[flow.graph.blocks[target].first].line;
      if (!dominates(flow, target, block)) {
        return bad_input("a loop of `" + function.name + "` can be entered at two places (irreducible control flow)",
                         "PTX line " + std::to_string(line), "write the loop without goto into its middle");
      }
      add_to_loop(flow, target, block);
    }
  }
  return {};
}

}  // namespace

const NaturalLoop* Flow::loop_at(uint32_t block) const {
  const auto at = std::find_if(loops.begin(), loops.end(), [&](const auto& loop) { return loop.header == block; });
  return at == loops.end() ? nullptr : &*at;
}

Result<Flow> study_flow(const ptx::Function& function) {
  Flow flow;
  flow.graph = ptx::build_flow_graph(function);
  flow.order = reverse_post_order(flow.graph);
  if (flow.order.empty()) return bad_input("`" + function.name + "` has no instructions");
  flow.dominator = dominators(flow.graph, flow.order);
  TRY_VOID(find_loops(function, flow));
  return flow;
}

}  // namespace whet::lift
