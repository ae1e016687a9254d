// The control flow of a function as it is evaluated: blocks in reverse post-order, and natural loops.
#pragma once

#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/module.h"
#include "util/result.h"

namespace whet::lift {

struct NaturalLoop {
  uint32_t header = 0;
  std::vector<bool> blocks;  // per block: part of the loop
};

struct Flow {
  ptx::FlowGraph graph;
  std::vector<uint32_t> order;      // reachable blocks; a block comes after all that lead to it, but for loops
  std::vector<uint32_t> dominator;  // immediate; ptx::k_none where a block is not reached
  std::vector<NaturalLoop> loops;   // one per header
  const NaturalLoop* loop_at(uint32_t block) const;  // whose header it is
};

// Refuses a loop that can be entered at two places.
Result<Flow> study_flow(const ptx::Function& function);

}  // namespace whet::lift
