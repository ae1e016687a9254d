#include "vgpu/sass/block_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "vgpu/sass/source_block.h"

namespace whet::vgpu {

namespace {

constexpr int k_rounds = 4;  // counts propagate from the entry inwards; loops nest less deeply than this

// Passes through a loop with `copies` copies of each line, for a mean of `passes` in PTX; exact for whole numbers.
double unrolled_passes(double passes, int copies) {
  const double low = std::floor(passes), share = passes - low;
  return (1 - share) * std::floor(low / copies) + share * std::floor((low + 1) / copies);
}

class BlockSolver {
 public:
  BlockSolver(const Program& program, const Counts& counts, const KernelCode& code,
              const std::vector<JoinedInstruction>& joined)
      : program_(program),
        ptx_(program, counts),
        code_(code),
        joined_(joined),
        homes_(source_blocks(ptx_, code, joined)),
        blocks_(code.flow.blocks.size()),
        never_(blocks_.size(), false),
        internal_(blocks_.size(), false),
        loop_of_(blocks_.size(), -1),
        launched_(static_cast<double>(counts.warps)) {}

  std::vector<MachineBlock> solve() {
    if (blocks_.empty()) return {};
    find_loops();
    find_never_run();
    find_internal_subroutines();
    make_families();
    for (int round = 0; round < k_rounds; ++round) {
      for (const std::vector<int>& family : families_) share_out(family);
      for (size_t b = 0; b < blocks_.size(); ++b) settle(static_cast<int>(b));
    }
    for (int b = static_cast<int>(blocks_.size()) - 1; b > 0; --b) {
      if (!blocks_[b].anchored) blocks_[b].warps = std::min(blocks_[b].warps, onward(b));
    }
    return std::move(blocks_);
  }

 private:
  // Inner loops come after their parents, so each block keeps its innermost loop.
  void find_loops() {
    for (size_t i = 0; i < code_.loops.size(); ++i) {
      for (const int block : code_.loops[i].loop.blocks) loop_of_[block] = static_cast<int>(i);
    }
  }

  // Finds code that never runs: unreachable code; what a warp does only if a collective finds it diverged; and the slow
  // paths of division and roots, taken only for denormals and overflow. Such a path calls a subroutine after a branch
  // of the same PTX instruction.
  void find_never_run() {
    for (size_t b = 0; b < blocks_.size(); ++b) {
      if (!code_.flow.reachable[b] || only_when_diverged(static_cast<int>(b)) || is_slow_path(static_cast<int>(b))) {
        never_[b] = true;
      }
    }
    for (const int root : code_.flow.roots) {
      if (root != 0 && is_called_from_nowhere(root)) never_[root] = true;
    }
    for (size_t b = 0; b < blocks_.size(); ++b) {
      for (int d = code_.flow.immediate_dominator[b]; d >= 0; d = code_.flow.immediate_dominator[d]) {
        if (never_[d]) never_[b] = true;
      }
    }
  }

  const Instruction& last_of(int block) const {
    const BasicBlock& here = code_.flow.blocks[block];
    return code_.instructions[here.first + here.count - 1];
  }

  bool only_when_diverged(int block) const {
    const auto& predecessors = code_.flow.blocks[block].predecessors;
    const uint32_t start = code_.instructions[code_.flow.blocks[block].first].offset;
    return !predecessors.empty() && std::all_of(predecessors.begin(), predecessors.end(), [&](int p) {
      const Instruction& last = last_of(p);
      return last.name == "BRA" && last.modifiers.contains(".DIV") && last.target == start;
    });
  }

  bool is_slow_path(int block) const {
    for (const Call& call : code_.flow.calls) {
      if (code_.flow.block_of(call.instruction) != block || is_ptx_call(call.instruction)) continue;
      const auto& predecessors = code_.flow.blocks[block].predecessors;
      if (predecessors.size() == 1 && code_.flow.blocks[predecessors[0]].successors.size() > 1) {
        const BasicBlock& before = code_.flow.blocks[predecessors[0]];
        return joined_[before.first + before.count - 1].ptx == joined_[call.instruction].ptx;
      }
    }
    return false;
  }

  bool is_ptx_call(uint32_t instruction) const {
    const uint32_t ptx = joined_[instruction].ptx;
    return ptx != ptx::k_none && program_.instruction(ptx).opcode == "call";
  }

  // True if all direct calls of it never run. Without such a call, it may be called through a pointer.
  bool is_called_from_nowhere(int root) const {
    const uint32_t start = code_.instructions[code_.flow.blocks[root].first].offset;
    bool called = false;
    for (const Call& call : code_.flow.calls) {
      if (call.target != start) continue;
      called = true;
      if (!never_[code_.flow.block_of(call.instruction)]) return false;
    }
    return called;
  }

  // Groups blocks of one home that hold copies of the same lines.
  void make_families() {
    std::vector<int> family(blocks_.size(), -1);
    for (int b = 0; b < static_cast<int>(blocks_.size()); ++b) {
      if (never_[b] || !homes_[b].known() || homes_[b].anchor == Anchor::loose) continue;
      for (int earlier = 0; earlier < b && family[b] < 0; ++earlier) {
        if (family[earlier] >= 0 && are_copies(earlier, b)) family[b] = family[earlier];
      }
      if (family[b] < 0) {
        family[b] = static_cast<int>(families_.size());
        families_.emplace_back();
      }
      families_[family[b]].push_back(b);
    }
  }

  bool are_copies(int first, int second) const {
    const SourceBlock &a = homes_[first], &b = homes_[second];
    if (a.ptx_block != b.ptx_block) return false;
    // A line that is not in a loop of PTX runs once on every path.
    if (!ptx_.repeats(a.ptx_block) && code_.flow.dominates(first, second)) return false;
    size_t common = 0;
    for (const auto& [instruction, count] : a.repeats) common += b.repeats.count(instruction);
    return common > 0 && 2 * common >= std::min(a.repeats.size(), b.repeats.size());
  }

  // How often control reaches the block from outside its loop: the count of the nearest dominator that is only in loops
  // that the block is in, too.
  double reach(int block) const {
    int d = code_.flow.immediate_dominator[block];
    while (d >= 0 && loop_of_[d] >= 0 && !in_loop(block, loop_of_[d])) {
      d = code_.flow.immediate_dominator[code_.loops[loop_of_[d]].loop.header];
    }
    if (d >= 0) return blocks_[d].warps;
    return block == 0 ? launched_ : calls_of(block);
  }

  bool in_loop(int block, int loop) const {
    int at = loop_of_[block];
    while (at >= 0 && at != loop) at = code_.loops[at].loop.parent;
    return at == loop;
  }

  int depth(int block) const { return loop_of_[block] < 0 ? 0 : code_.loops[loop_of_[block]].loop.depth; }

  // How often the block's loop was entered.
  double entries(int block) const { return reach(code_.loops[loop_of_[block]].loop.header); }

  double calls_of(int root) const {
    const uint32_t start = code_.instructions[code_.flow.blocks[root].first].offset;
    double calls = 0;
    for (const Call& call : code_.flow.calls) {
      if (call.target == start) calls += blocks_[code_.flow.block_of(call.instruction)].warps;
    }
    return calls;
  }

  void share_out(const std::vector<int>& family) {
    double left = ptx_.warps(homes_[family[0]].ptx_block);
    int deepest = 0;
    for (const int b : family) deepest = std::max(deepest, depth(b));
    std::vector<int> order = family;
    // Most copies first. Among equals, blocks outside the loop come first, so that the loop gets what is left.
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return std::pair(-homes_[a].copies, depth(a)) < std::pair(-homes_[b].copies, depth(b));
    });
    for (size_t i = 0; i < order.size();) {
      size_t end = i + 1;
      while (end < order.size() && homes_[order[end]].copies == homes_[order[i]].copies &&
             depth(order[end]) == depth(order[i])) {
        ++end;
      }
      const bool is_free = deepest > 0 && depth(order[i]) == deepest;
      left -= give({order.begin() + i, order.begin() + end}, left, is_free, end == order.size());
      i = end;
    }
  }

  // Gives similar members their part of the `left` executions of the home; returns how many that were.
  double give(const std::vector<int>& members, double left, bool is_free, bool is_last) {
    const int copies = homes_[members[0]].copies;
    std::vector<double> room;
    for (const int b : members) room.push_back(is_free ? entries(b) : reach(b));
    const double total = std::accumulate(room.begin(), room.end(), 0.0);
    double warps = left / copies;
    if (!is_last && is_free && total > 0) warps = total * unrolled_passes(left / total, copies);
    if (!is_last && !is_free) warps = left >= copies * total ? total : 0;
    for (size_t i = 0; i < members.size(); ++i) {
      const double share = total > 0 ? room[i] / total : 1.0 / static_cast<double>(members.size());
      blocks_[members[i]].warps = warps * share;
    }
    return warps * copies;
  }

  // Sets the blocks that the families did not decide.
  void settle(int b) {
    MachineBlock& block = blocks_[b];
    const SourceBlock& home = homes_[b];
    if (never_[b]) {
      block = {};
      return;
    }
    block.anchored = home.anchor > Anchor::loose;
    block.copies = home.copies;
    const double most = reach(b);
    if (b == 0 && loop_of_[0] < 0) {
      block.warps = launched_;
    } else if (!home.known() || internal_[b]) {
      block.warps = most;
    } else {
      if (home.anchor == Anchor::loose) block.warps = ptx_.warps(home.ptx_block);
      // Instructions that may have been moved out of a loop do not raise the count of their new block.
      if (home.anchor <= Anchor::load && !is_header(b)) block.warps = std::min(block.warps, most);
    }
    block.lanes = home.known() && ptx_.warps(home.ptx_block) > 0 ? ptx_.lanes(home.ptx_block) : lanes_before(b);
  }

  // Sum of the executions of the next blocks; zero before a loop that never ran.
  double onward(int b) const {
    const auto& successors = code_.flow.blocks[b].successors;
    if (successors.empty()) return std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const int next : successors) sum += blocks_[next].warps;
    return sum;
  }

  bool is_header(int b) const { return loop_of_[b] >= 0 && code_.loops[loop_of_[b]].loop.header == b; }

  double lanes_before(int b) const {
    const int d = code_.flow.immediate_dominator[b];
    return d >= 0 ? blocks_[d].lanes : k_full_warp;
  }

  // Finds subroutines for divisions and roots. Their lines are those of the code before them.
  void find_internal_subroutines() {
    for (const int root : code_.flow.roots) {
      const uint32_t start = code_.instructions[code_.flow.blocks[root].first].offset;
      const bool called = std::any_of(code_.flow.calls.begin(), code_.flow.calls.end(), [&](const Call& call) {
        return call.target == start && !is_ptx_call(call.instruction);
      });
      if (root == 0 || !called || !returns(root)) continue;
      for (size_t b = 0; b < blocks_.size(); ++b) {
        if (code_.flow.dominates(root, static_cast<int>(b))) internal_[b] = true;
      }
    }
  }

  // On sm_80 and earlier, a call may be a mere jump.
  bool returns(int root) const {
    for (size_t b = 0; b < blocks_.size(); ++b) {
      if (last_of(static_cast<int>(b)).name == "RET" && code_.flow.dominates(root, static_cast<int>(b))) return true;
    }
    return false;
  }

  static constexpr double k_full_warp = 32;
  const Program& program_;
  const PtxBlocks ptx_;
  const KernelCode& code_;
  const std::vector<JoinedInstruction>& joined_;
  const std::vector<SourceBlock> homes_;
  std::vector<MachineBlock> blocks_;
  std::vector<bool> never_, internal_;
  std::vector<int> loop_of_;  // innermost loop; -1: none
  std::vector<std::vector<int>> families_;
  double launched_;
};

}  // namespace

std::vector<MachineBlock> block_counts(const Program& program, const Counts& counts, const KernelCode& code,
                                       const std::vector<JoinedInstruction>& joined) {
  return BlockSolver(program, counts, code, joined).solve();
}

}  // namespace whet::vgpu
