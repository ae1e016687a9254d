// The control flow of one function: basic blocks, and which of them every lane of a warp passes together.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace whet::ptx {

struct BasicBlock {
  uint32_t first = 0, end = 0;       // instructions [first, end)
  std::vector<uint32_t> successors;  // blocks; none after ret, exit and trap
  std::vector<uint32_t> predecessors;
  bool reachable = false;
};

struct FlowGraph {
  std::vector<BasicBlock> blocks;  // in the order of the text; block 0 is the entry
  std::vector<uint32_t> block_of;  // per instruction
};

// A guarded bra has two successors; a guarded ret, exit or trap falls through too; brx.idx has all of its table. A call
// ends its block, so that lanes which return apart can meet again where the next one starts. Falling off the end of the
// body, or a branch to a label there, leaves the function.
FlowGraph build_flow_graph(const Function& function);

// What an instruction reads and writes, by register. A guarded write also reads, because the old value may survive.
struct RegisterUse {
  std::vector<uint32_t> reads, writes;
};
RegisterUse register_use(const Instruction& instruction);

}  // namespace whet::ptx
