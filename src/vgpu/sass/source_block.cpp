#include "vgpu/sass/source_block.h"

#include <algorithm>

#include "ptx/flow/flow_graph.h"

namespace whet::vgpu {

PtxBlocks::PtxBlocks(const Program& program, const Counts& counts)
    : block_of_(program.origins.size(), ptx::k_none),
      warps_(program.blocks.size(), 0),
      lanes_(program.blocks.size(), 0),
      repeats_(program.blocks.size(), true) {
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    const auto [first, end] = program.blocks[block];
    for (uint32_t i = first; i < end; ++i) {
      block_of_[i] = block;
      // The maximum is taken, because an instruction under a guard has fewer lanes than its block.
      const auto& count = counts.instructions[i];
      warps_[block] = std::max(warps_[block], static_cast<double>(count.warps));
      lanes_[block] = std::max(lanes_[block], static_cast<double>(count.lanes));
    }
    if (warps_[block] > 0) lanes_[block] /= warps_[block];
  }
  find_repeats(program);
}

namespace {

// Whether a path leads from the block back to itself.
bool in_cycle(const ptx::FlowGraph& graph, uint32_t block) {
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<uint32_t> open = graph.blocks[block].successors;
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    if (at == block) return true;
    if (seen[at]) continue;
    seen[at] = true;
    open.insert(open.end(), graph.blocks[at].successors.begin(), graph.blocks[at].successors.end());
  }
  return false;
}

}  // namespace

void PtxBlocks::find_repeats(const Program& program) {
  const ptx::FlowGraph graph = ptx::build_flow_graph(program.module->functions[program.entry]);
  std::vector<bool> cycles(graph.blocks.size());
  for (uint32_t i = 0; i < graph.blocks.size(); ++i) cycles[i] = in_cycle(graph, i);
  for (uint32_t block = 0; block < program.blocks.size(); ++block) {
    const Origin& origin = program.origins[program.blocks[block].first_instruction];
    if (origin.function != program.entry || origin.instruction >= graph.block_of.size()) continue;
    repeats_[block] = cycles[graph.block_of[origin.instruction]];
  }
}

namespace {

class HomeFinder {
 public:
  HomeFinder(const PtxBlocks& ptx, const KernelCode& code, const std::vector<JoinedInstruction>& joined)
      : ptx_(ptx), code_(code), joined_(joined) {
    for (uint32_t i = 0; i < joined.size(); ++i) {
      if (joined[i].op_kind == OpKind::branch && reachable(i)) ++branch_copies_[joined[i].ptx];
      if (is_body(joined[i]) && reachable(i)) {
        has_body_[ptx_.block_of(joined[i].ptx)] = true;
      }
    }
  }

  SourceBlock find(const BasicBlock& block) const {
    SourceBlock home;
    std::map<uint32_t, int> votes;
    for (uint32_t i = block.first; i < block.first + block.count; ++i) count(i, block, home, votes);
    if (home.anchor == Anchor::none) return home;
    home.ptx_block = home.anchor >= Anchor::branch ? busiest(votes, home.repeats) : plurality(votes);
    home.copies = copies(home.repeats, home.ptx_block);
    return home;
  }

 private:
  // True for the work of a loop, false for its control.
  static bool is_body(const JoinedInstruction& joined) {
    return joined.op_kind != OpKind::branch && (joined.anchor >= Anchor::math || joined.one_to_one);
  }
  bool reachable(uint32_t instruction) const { return code_.flow.reachable[code_.flow.block_of(instruction)]; }

  // Only the least movable instructions seen so far vote.
  void count(uint32_t i, const BasicBlock& block, SourceBlock& home, std::map<uint32_t, int>& votes) const {
    const JoinedInstruction& joined = joined_[i];
    if (joined.ptx == ptx::k_none || ptx_.block_of(joined.ptx) == ptx::k_none) return;
    if (joined.one_to_one && joined.anchor != Anchor::none) ++home.repeats[joined.ptx];
    Anchor anchor = joined.anchor;
    if (anchor == Anchor::branch && is_spare_branch(joined, block)) anchor = Anchor::none;
    // Branches and fixed instructions have equal weight: neither moves to another block.
    const auto rank = [](Anchor h) { return std::min(h, Anchor::branch); };
    if (anchor == Anchor::none || rank(anchor) < rank(home.anchor)) return;
    if (rank(anchor) > rank(home.anchor)) votes.clear();
    home.anchor = std::max(home.anchor, anchor);
    ++votes[ptx_.block_of(joined.ptx)];
  }

  // True for a copy of a loop's branch that guards the unrolled loop from outside: its block has none of the body.
  bool is_spare_branch(const JoinedInstruction& joined, const BasicBlock& block) const {
    const uint32_t home = ptx_.block_of(joined.ptx);
    if (branch_copies_.at(joined.ptx) < 2 || !has_body_.count(home)) return false;
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
      const JoinedInstruction& other = joined_[i];
      if (other.ptx != ptx::k_none && is_body(other) && ptx_.block_of(other.ptx) == home) return false;
    }
    return true;
  }

  int copies(const std::map<uint32_t, int>& repeats, uint32_t block) const {
    if (!ptx_.repeats(block)) return 1;
    std::vector<int> seen;
    for (const auto& [instruction, count] : repeats) {
      if (ptx_.block_of(instruction) == block) seen.push_back(count);
    }
    if (seen.empty()) return 1;
    std::nth_element(seen.begin(), seen.begin() + seen.size() / 2, seen.end());
    return seen[seen.size() / 2];
  }

  // If branches became predicates, several PTX blocks are merged; the one that runs most often contains the others.
  uint32_t busiest(const std::map<uint32_t, int>& votes, const std::map<uint32_t, int>& repeats) const {
    uint32_t best = ptx::k_none;
    double most = -1;
    for (const auto& [block, count] : votes) {
      const double warps = ptx_.warps(block) / copies(repeats, block);
      if (warps <= most) continue;
      most = warps;
      best = block;
    }
    return best;
  }

  static uint32_t plurality(const std::map<uint32_t, int>& votes) {
    const auto best =
        std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return best->first;
  }

  const PtxBlocks& ptx_;
  const KernelCode& code_;
  const std::vector<JoinedInstruction>& joined_;
  std::map<uint32_t, int> branch_copies_;  // number of machine branches per PTX branch
  std::map<uint32_t, bool> has_body_;      // PTX blocks of which the machine code has more than a branch
};

}  // namespace

std::vector<SourceBlock> source_blocks(const PtxBlocks& ptx, const KernelCode& code,
                                       const std::vector<JoinedInstruction>& joined) {
  const HomeFinder finder(ptx, code, joined);
  std::vector<SourceBlock> homes;
  for (const BasicBlock& block : code.flow.blocks) homes.push_back(finder.find(block));
  return homes;
}

}  // namespace whet::vgpu
