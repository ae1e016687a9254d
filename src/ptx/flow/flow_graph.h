// The control flow of one function: basic blocks, their edges, and the registers that each instruction uses.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace whet::ptx {

struct BasicBlock {
  uint32_t first = 0, end = 0;       // instructions [first, end)
  std::vector<uint32_t> successors;  // none after ret, exit and trap
  std::vector<uint32_t> predecessors;
  bool reachable = false;
};

struct FlowGraph {
  std::vector<BasicBlock> blocks;  // in text order; block 0 is the entry
  std::vector<uint32_t> block_of;  // per instruction
};

// A guarded bra has two successors; a guarded ret, exit or trap also falls through; brx.idx has all labels of its
// table. A call ends its block, so that lanes which return separately can meet at the start of the next. The end of the
// body, or a branch to a label there, leaves the function.
FlowGraph build_flow_graph(const Function& function);

// The registers that an instruction reads and writes. A guarded write also reads, because the old value may remain.
struct RegisterUse {
  std::vector<uint32_t> reads, writes;
};
RegisterUse register_use(const Instruction& instruction);

}  // namespace whet::ptx
