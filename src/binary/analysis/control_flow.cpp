#include "binary/analysis/control_flow.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace whet {

namespace {

enum class Flow { next, branch, indirect, call, end };

Flow flow_of(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  if (name == "BRA" || name == "JMP") return Flow::branch;
  if (name == "BRX" || name == "JMX" || name == "BRXU" || name == "JMXU") return Flow::indirect;
  if (name == "CALL") return Flow::call;
  if (name == "EXIT" || name == "RET" || name == "RTT" || name == "KILL") return Flow::end;
  return Flow::next;
}

// A branch may fall through when its guard or its predicate operand (bits 87..90) can be false, or when it is taken
// only by a diverged or converged warp (.DIV, .CONV) or on a uniform predicate.
bool always_taken(const Instruction& instruction) {
  if (instruction.guard) return false;
  if (flow_of(instruction) != Flow::branch) return true;
  const bool operand_is_true = ((instruction.high >> 23) & 0xf) == 7;
  return operand_is_true && instruction.modifiers.find(".DIV") == std::string::npos &&
         instruction.modifiers.find(".CONV") == std::string::npos && (instruction.low & 0xfff) != 0x547;
}

const IndirectBranch* indirect_targets(const CubinFunction& function, uint32_t offset) {
  for (const IndirectBranch& branch : function.indirect_branches) {
    if (branch.offset == offset) return &branch;
  }
  return nullptr;
}

// Builds blocks from their leaders, then edges, then dominators.
class Builder {
 public:
  Builder(std::span<const Instruction> instructions, const CubinFunction& function)
      : instructions_(instructions), function_(function) {}

  ControlFlow build() {
    if (instructions_.empty()) return {};
    find_leaders();
    make_blocks();
    for (size_t block = 0; block < flow_.blocks.size(); ++block) add_edges(static_cast<int>(block));
    find_roots();
    find_dominators();
    return std::move(flow_);
  }

 private:
  bool valid(uint32_t offset) const { return offset % 16 == 0 && offset / 16 < instructions_.size(); }

  void add_leader(uint32_t offset) {
    if (valid(offset)) leaders_.insert(offset / 16);
  }

  void find_leaders() {
    leaders_.insert(0);
    for (const Subroutine& subroutine : function_.subroutines) add_leader(subroutine.offset);
    for (const IndirectBranch& branch : function_.indirect_branches) {
      for (const uint32_t target : branch.targets) add_leader(target);
    }
    for (size_t i = 0; i < instructions_.size(); ++i) {
      const Instruction& instruction = instructions_[i];
      const Flow flow = flow_of(instruction);
      if (flow == Flow::next) continue;
      if (instruction.target) add_leader(*instruction.target);
      if (flow != Flow::call && i + 1 < instructions_.size()) leaders_.insert(static_cast<uint32_t>(i + 1));
    }
  }

  void make_blocks() {
    block_at_.resize(instructions_.size());
    for (auto leader = leaders_.begin(); leader != leaders_.end(); ++leader) {
      const auto next = std::next(leader);
      const uint32_t end = next == leaders_.end() ? static_cast<uint32_t>(instructions_.size()) : *next;
      for (uint32_t i = *leader; i < end; ++i) block_at_[i] = static_cast<int>(flow_.blocks.size());
      flow_.blocks.push_back({*leader, end - *leader, {}, {}});
    }
  }

  void connect(int from, uint32_t target_index) {
    const int to = block_at_[target_index];
    auto& successors = flow_.blocks[from].successors;
    if (std::find(successors.begin(), successors.end(), to) != successors.end()) return;
    successors.push_back(to);
    flow_.blocks[to].predecessors.push_back(from);
  }

  void add_edges(int block) {
    const BasicBlock& here = flow_.blocks[block];
    const uint32_t last = here.first + here.count - 1;
    for (uint32_t i = here.first; i <= last; ++i) {
      if (flow_of(instructions_[i]) == Flow::call) flow_.calls.push_back({i, instructions_[i].target});
    }
    const Instruction& instruction = instructions_[last];
    const Flow flow = flow_of(instruction);
    if (flow == Flow::branch && instruction.target && valid(*instruction.target))
      connect(block, *instruction.target / 16);
    if (flow == Flow::indirect) add_indirect_edges(block, instruction);
    const bool falls_through = flow == Flow::next || flow == Flow::call || !always_taken(instruction);
    if (falls_through && last + 1 < instructions_.size()) connect(block, last + 1);
  }

  void add_indirect_edges(int block, const Instruction& instruction) {
    const IndirectBranch* targets = indirect_targets(function_, instruction.offset);
    if (!targets) {
      ++flow_.unresolved_branches;
      return;
    }
    for (const uint32_t target : targets->targets) {
      if (valid(target)) connect(block, target / 16);
    }
  }

  void find_roots() {
    std::set<int> roots{0};
    for (const Subroutine& subroutine : function_.subroutines) {
      if (valid(subroutine.offset)) roots.insert(block_at_[subroutine.offset / 16]);
    }
    for (const Call& call : flow_.calls) {
      if (call.target && valid(*call.target)) roots.insert(block_at_[*call.target / 16]);
    }
    flow_.roots.assign(roots.begin(), roots.end());
  }

  // Blocks reachable from the roots, in post-order.
  std::vector<int> post_order() {
    std::vector<int> order;
    flow_.reachable.assign(flow_.blocks.size(), false);
    for (const int root : flow_.roots) {
      if (flow_.reachable[root]) continue;
      std::vector<std::pair<int, size_t>> stack{{root, 0}};
      flow_.reachable[root] = true;
      while (!stack.empty()) {
        auto& [block, next] = stack.back();
        const auto& successors = flow_.blocks[block].successors;
        if (next == successors.size()) {
          order.push_back(block);
          stack.pop_back();
          continue;
        }
        const int successor = successors[next++];
        if (flow_.reachable[successor]) continue;
        flow_.reachable[successor] = true;
        stack.emplace_back(successor, 0);
      }
    }
    return order;
  }

  // Dominators after Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001): intersect those of the
  // predecessors until nothing changes. All roots are children of a virtual node, numbered after the blocks, so that
  // several of them need no special case.
  void find_dominators() {
    const std::vector<int> order = post_order();
    const int virtual_root = static_cast<int>(flow_.blocks.size());
    std::vector<int> number(flow_.blocks.size() + 1, -1), dominator(flow_.blocks.size() + 1, -1);
    for (size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<int>(i);
    number[virtual_root] = static_cast<int>(order.size());
    dominator[virtual_root] = virtual_root;
    for (const int root : flow_.roots) dominator[root] = virtual_root;
    const auto intersect = [&](int a, int b) {
      while (a != b) {
        while (number[a] < number[b]) a = dominator[a];
        while (number[b] < number[a]) b = dominator[b];
      }
      return a;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (auto block = order.rbegin(); block != order.rend(); ++block) {
        int best = std::binary_search(flow_.roots.begin(), flow_.roots.end(), *block) ? virtual_root : -1;
        for (const int predecessor : flow_.blocks[*block].predecessors) {
          if (dominator[predecessor] < 0) continue;
          best = best < 0 ? predecessor : intersect(best, predecessor);
        }
        if (best != dominator[*block]) {
          dominator[*block] = best;
          changed = true;
        }
      }
    }
    flow_.immediate_dominator.assign(dominator.begin(), dominator.end() - 1);
    for (int& parent : flow_.immediate_dominator) {
      if (parent == virtual_root) parent = -1;
    }
  }

  std::span<const Instruction> instructions_;
  const CubinFunction& function_;
  std::set<uint32_t> leaders_;
  std::vector<int> block_at_;
  ControlFlow flow_;
};

}  // namespace

bool ControlFlow::dominates(int by, int block) const {
  while (block >= 0 && block != by) block = immediate_dominator[block];
  return block == by;
}

int ControlFlow::block_of(uint32_t instruction) const {
  const auto after = std::upper_bound(blocks.begin(), blocks.end(), instruction,
                                      [](uint32_t index, const BasicBlock& block) { return index < block.first; });
  return static_cast<int>(after - blocks.begin()) - 1;
}

ControlFlow build_control_flow(std::span<const Instruction> instructions, const CubinFunction& function) {
  return Builder(instructions, function).build();
}

}  // namespace whet
