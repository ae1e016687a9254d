#include "binary/analysis/loops.h"

#include <algorithm>
#include <map>
#include <set>

namespace whet {

namespace {

// Adds every block that reaches the source of the back edge without passing the header.
void collect_body(const ControlFlow& flow, int source, std::set<int>& body) {
  std::vector<int> pending;
  if (body.insert(source).second) pending.push_back(source);
  while (!pending.empty()) {
    const int block = pending.back();
    pending.pop_back();
    for (const int predecessor : flow.blocks[block].predecessors) {
      if (!flow.reachable[predecessor]) continue;
      if (body.insert(predecessor).second) pending.push_back(predecessor);
    }
  }
}

std::map<int, std::set<int>> bodies_by_header(const ControlFlow& flow) {
  std::map<int, std::set<int>> bodies;
  for (size_t from = 0; from < flow.blocks.size(); ++from) {
    if (!flow.reachable[from]) continue;
    for (const int to : flow.blocks[from].successors) {
      if (!flow.dominates(to, static_cast<int>(from))) continue;
      auto& body = bodies[to];
      body.insert(to);
      collect_body(flow, static_cast<int>(from), body);
    }
  }
  return bodies;
}

}  // namespace

std::vector<Loop> find_loops(const ControlFlow& flow) {
  std::vector<Loop> loops;
  for (auto& [header, body] : bodies_by_header(flow)) {
    Loop loop;
    loop.header = header;
    loop.blocks.assign(body.begin(), body.end());
    loops.push_back(std::move(loop));
  }
  // Among loops that begin together the larger comes first, so that parents precede children.
  std::stable_sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) {
    return a.blocks.front() != b.blocks.front() ? a.blocks.front() < b.blocks.front()
                                                : a.blocks.size() > b.blocks.size();
  });
  for (size_t inner = 0; inner < loops.size(); ++inner) {
    for (size_t outer = 0; outer < loops.size(); ++outer) {
      if (outer == inner || loops[outer].blocks.size() <= loops[inner].blocks.size()) continue;
      const auto& blocks = loops[outer].blocks;
      if (!std::binary_search(blocks.begin(), blocks.end(), loops[inner].header)) continue;
      const int known = loops[inner].parent;
      if (known < 0 || blocks.size() < loops[known].blocks.size()) loops[inner].parent = static_cast<int>(outer);
    }
  }
  for (size_t i = 0; i < loops.size(); ++i) {
    if (loops[i].parent >= 0) loops[loops[i].parent].children.push_back(static_cast<int>(i));
    for (int up = loops[i].parent; up >= 0; up = loops[up].parent) ++loops[i].depth;
  }
  return loops;
}

std::vector<uint32_t> loop_instructions(const Loop& loop, const std::vector<Loop>& loops, const ControlFlow& flow,
                                        bool own) {
  std::set<int> inner;
  if (own) {
    for (const int child : loop.children) {
      const auto& blocks = loops[child].blocks;
      inner.insert(blocks.begin(), blocks.end());
    }
  }
  std::vector<uint32_t> indices;
  for (const int block : loop.blocks) {
    if (inner.contains(block)) continue;
    const BasicBlock& here = flow.blocks[block];
    for (uint32_t i = 0; i < here.count; ++i) indices.push_back(here.first + i);
  }
  return indices;
}

}  // namespace whet
