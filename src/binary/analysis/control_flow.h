// The control flow of one function: basic blocks, their edges, dominators, and calls.
//
//      0: ISETP ..       block 0
//     10: @P0 BRA 40     ends block 0: taken -> 2, else -> 1
//     20: FFMA ..        block 1
//     30: @P1 BRA 20     ends block 1: taken -> 1 (back edge), else -> 2
//     40: EXIT           block 2
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "binary/cubin/cubin.h"
#include "binary/sass/instruction.h"

namespace whet {

struct BasicBlock {
  uint32_t first = 0;  // index of its first instruction
  uint32_t count = 0;
  std::vector<int> successors;
  std::vector<int> predecessors;
};

struct Call {
  uint32_t instruction = 0;        // index of the CALL
  std::optional<uint32_t> target;  // byte offset in this function; absent: indirect or external
};

struct ControlFlow {
  std::vector<BasicBlock> blocks;        // in address order
  std::vector<int> roots;                // entry block, then the first block of every subroutine and call target
  std::vector<int> immediate_dominator;  // -1 for a root or an unreachable block
  std::vector<bool> reachable;
  std::vector<Call> calls;
  int unresolved_branches = 0;  // indirect branches whose targets the cubin does not list

  // True when every path from a root to `block` passes through `by`.
  bool dominates(int by, int block) const;
  int block_of(uint32_t instruction) const;
};

ControlFlow build_control_flow(std::span<const Instruction> instructions, const CubinFunction& function);

}  // namespace whet
