// Where lanes that part at a branch meet again.
//
//   b: @%p bra Y;   X: ...   bra J;   Y: ...   J: ...     after b only X and Y are divided; all meet at J
//
// A block that does nothing but leave the kernel divides nobody: lanes that go there are gone, and touch no register on
// the way. So after "@%p bra DONE; ... DONE: ret;" all that remain stay together.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/module.h"

namespace whet::ptx {

class MeetingPoints {
 public:
  MeetingPoints(const Function& function, const FlowGraph& graph);

  // A block that does nothing but leave.
  bool only_leaves(uint32_t block) const { return leaving_[block]; }

  // The blocks that lanes divided at the end of `block` may pass before they meet: everything they reach without the
  // meeting point. `block` is among them when they may come round again. The meeting point is the nearest
  // post-dominator that stands below all these blocks in the text, so that running the lowest lanes first brings all
  // together.
  std::vector<uint32_t> divided_after(uint32_t block) const;

 private:
  void find_leaving_blocks(const Function& function, const FlowGraph& graph);
  void drop_leaving_edges(const FlowGraph& graph);
  void connect_ends();
  void find_post_dominators();
  std::vector<uint32_t> reached_without(uint32_t block, uint32_t meeting) const;
  std::vector<uint32_t> reverse_post_order(std::vector<uint32_t>& number) const;

  uint32_t end_ = 0;                                // a block of its own, after all others: gone
  std::vector<bool> leaving_;                       // per block: does nothing but leave
  std::vector<std::vector<uint32_t>> next_, back_;  // the edges that count, and those to the end
  std::vector<bool> parts_;                         // per block: has two ways on that count
  std::vector<uint32_t> post_dominator_;            // immediate, per block
};

}  // namespace whet::ptx
