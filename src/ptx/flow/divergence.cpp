#include "ptx/flow/divergence.h"

#include <algorithm>

namespace whet::ptx {

namespace {

// True for a block that has only ret, exit, trap and unguarded jumps, which read and write no register.
bool touches_nothing(const Function& function, const BasicBlock& block) {
  for (uint32_t i = block.first; i < block.end; ++i) {
    const Instruction& instruction = function.body[i];
    const bool leaves = instruction.opcode == "ret" || instruction.opcode == "exit" || instruction.opcode == "trap";
    if ((!leaves && instruction.opcode != "bra") || instruction.guard != k_none) return false;
  }
  return true;
}

}  // namespace

MeetingPoints::MeetingPoints(const Function& function, const FlowGraph& graph)
    : end_(static_cast<uint32_t>(graph.blocks.size())), next_(end_ + 1), back_(end_ + 1) {
  find_leaving_blocks(function, graph);
  drop_leaving_edges(graph);
  connect_ends();
  find_post_dominators();
}

// Walks backwards from blocks that end in ret, so that an endless loop of jumps does not count.
void MeetingPoints::find_leaving_blocks(const Function& function, const FlowGraph& graph) {
  leaving_.assign(end_ + 1, false);
  std::vector<uint32_t> open;
  for (uint32_t b = 0; b < end_; ++b) {
    if (graph.blocks[b].successors.empty() && touches_nothing(function, graph.blocks[b])) open.push_back(b);
  }
  while (!open.empty()) {
    const uint32_t b = open.back();
    open.pop_back();
    if (leaving_[b]) continue;
    leaving_[b] = true;
    for (const uint32_t before : graph.blocks[b].predecessors) {
      const BasicBlock& block = graph.blocks[before];
      if (block.successors.size() == 1 && touches_nothing(function, block)) open.push_back(before);
    }
  }
}

void MeetingPoints::drop_leaving_edges(const FlowGraph& graph) {
  for (uint32_t b = 0; b < end_; ++b) {
    const auto& successors = graph.blocks[b].successors;
    const bool stays = std::any_of(successors.begin(), successors.end(), [&](uint32_t s) { return !leaving_[s]; });
    for (const uint32_t s : successors) {
      if (!stays || !leaving_[s]) next_[b].push_back(s);
    }
  }
}

// Connects blocks without a successor to the end. While some block still cannot reach the end, as in a loop that lanes
// leave only by leaving the kernel, the last such block of the text is connected too.
void MeetingPoints::connect_ends() {
  for (uint32_t b = 0; b < end_; ++b) {
    parts_.push_back(next_[b].size() > 1);
    if (next_[b].empty()) next_[b].push_back(end_);
    for (const uint32_t s : next_[b]) back_[s].push_back(b);
  }
  std::vector<bool> gets_there(end_ + 1, false);
  std::vector<uint32_t> open{end_};
  for (uint32_t last = end_; true; --last) {
    while (!open.empty()) {
      const uint32_t b = open.back();
      open.pop_back();
      if (gets_there[b]) continue;
      gets_there[b] = true;
      open.insert(open.end(), back_[b].begin(), back_[b].end());
    }
    if (last == 0) return;
    if (gets_there[last - 1]) continue;
    next_[last - 1].push_back(end_);
    back_[end_].push_back(last - 1);
    open.push_back(last - 1);
  }
}

// The reverse post-order of the reversed graph, from the end.
std::vector<uint32_t> MeetingPoints::reverse_post_order(std::vector<uint32_t>& number) const {
  std::vector<uint32_t> order;
  std::vector<bool> seen(end_ + 1, false);
  std::vector<std::pair<uint32_t, size_t>> stack{{end_, 0}};
  seen[end_] = true;
  while (!stack.empty()) {
    auto& [block, position] = stack.back();
    if (position == back_[block].size()) {
      number[block] = static_cast<uint32_t>(order.size());
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const uint32_t before = back_[block][position++];
    if (seen[before]) continue;
    seen[before] = true;
    stack.emplace_back(before, 0);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// Post-dominators after Cooper, Harvey and Kennedy (2001): intersect those of the successors until nothing changes.
void MeetingPoints::find_post_dominators() {
  std::vector<uint32_t> number(end_ + 1, 0);
  const std::vector<uint32_t> order = reverse_post_order(number);
  post_dominator_.assign(end_ + 1, k_none);
  post_dominator_[end_] = end_;
  const auto meet = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = post_dominator_[a];
      while (number[b] < number[a]) b = post_dominator_[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const uint32_t block : order) {
      if (block == end_) continue;
      uint32_t best = k_none;
      for (const uint32_t next : next_[block]) {
        if (post_dominator_[next] == k_none) continue;
        best = best == k_none ? next : meet(best, next);
      }
      changed |= best != post_dominator_[block];
      post_dominator_[block] = best;
    }
  }
}

std::vector<uint32_t> MeetingPoints::divided_after(uint32_t block) const {
  constexpr int k_most_tries = 8;
  if (!parts_[block]) return {};
  uint32_t meeting = post_dominator_[block];
  for (int i = 0; true; ++i) {
    std::vector<uint32_t> divided = reached_without(block, meeting);
    const auto lowest = std::max_element(divided.begin(), divided.end());
    if (lowest == divided.end() || *lowest < meeting) return divided;
    while (meeting < *lowest) meeting = i < k_most_tries ? post_dominator_[meeting] : end_;
  }
}

std::vector<uint32_t> MeetingPoints::reached_without(uint32_t block, uint32_t meeting) const {
  std::vector<uint32_t> reached;
  std::vector<bool> seen(end_ + 1, false);
  std::vector<uint32_t> open = next_[block];
  seen[end_] = true;
  seen[meeting] = true;
  while (!open.empty()) {
    const uint32_t b = open.back();
    open.pop_back();
    if (seen[b]) continue;
    seen[b] = true;
    reached.push_back(b);
    open.insert(open.end(), next_[b].begin(), next_[b].end());
  }
  return reached;
}

}  // namespace whet::ptx
