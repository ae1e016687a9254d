// Reconvergence: where lanes that diverge at a branch meet again.
//
//   b: @%p bra Y;   X: ...   bra J;   Y: ...   J: ...     after b only X and Y are divided; all lanes meet at J
//
// A branch to a block that only leaves the kernel does not divide lanes: those that take it are gone and use no
// register on the way. So after "@%p bra DONE; ... DONE: ret;" the remaining lanes stay together.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/module.h"

namespace whet::ptx {

class MeetingPoints {
 public:
  MeetingPoints(const Function& function, const FlowGraph& graph);

  // True for a block that only leaves the kernel.
  bool only_leaves(uint32_t block) const { return leaving_[block]; }

  // The blocks that lanes divided at the end of `block` may pass before they meet: all that they reach without passing
  // the meeting point. `block` is among them when they may return to it. The meeting point is the nearest post-
  // dominator that follows all these blocks in the text, so that running the lanes earliest in the text first brings
  // all together; if none is found in eight tries it is the end.
  std::vector<uint32_t> divided_after(uint32_t block) const;

 private:
  void find_leaving_blocks(const Function& function, const FlowGraph& graph);
  void drop_leaving_edges(const FlowGraph& graph);
  void connect_ends();
  void find_post_dominators();
  std::vector<uint32_t> reached_without(uint32_t block, uint32_t meeting) const;
  std::vector<uint32_t> reverse_post_order(std::vector<uint32_t>& number) const;

  uint32_t end_ = 0;                                // a virtual block after all others
  std::vector<bool> leaving_;                       // per block: only leaves
  std::vector<std::vector<uint32_t>> next_, back_;  // edges without those to leaving blocks, plus those to the end
  std::vector<bool> parts_;                         // per block: has several successors in next_
  std::vector<uint32_t> post_dominator_;            // immediate post-dominator per block
};

}  // namespace whet::ptx
