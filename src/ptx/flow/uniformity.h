// Which registers hold one value for the whole warp, so that they can be stored as scalars.
//
//   mov.u32 %r1, %ctaid.x;      uniform
//   ld.param.u32 %r2, [n];      uniform
//   mad.lo.s32 %r3, %r1, %r2, %r4   uniform when %r4 is
//   mov.u32 %r5, %tid.x;        varying
//
// A block is convergent when all lanes that have not left the kernel pass it together: no divergent branch controls it.
// A side of a branch that only leaves the kernel does not count as divergence; such a block is not convergent itself. A
// register is uniform when every write to it computes the same value in all lanes that execute it, and one of these
// holds:
//   - every write is in a convergent block;
//   - it is written once, from values that never change while the kernel runs: parameters, constants, %ctaid;
//   - it is written once, and no path from there to its last read passes a convergent block.
// Loads from memory that can change need the first. Results of calls, atomics, shuffles and votes, everything that
// depends on the lane or on time, and all registers of a function that is not an entry are varying.
//
// This relies on the interpreter: no lane may enter a convergent block, or continue in one after a guarded instruction
// at which lanes may wait, before all remaining lanes are there. Where divided lanes can loop or wait for other warps,
// the interpreter must let the others proceed; then no block counts as convergent, only registers of the second kind
// are uniform, and any order of the lanes is correct.
#pragma once

#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/module.h"

namespace whet::ptx {

struct Uniformity {
  std::vector<bool> registers;          // per register: uniform
  std::vector<bool> convergent_blocks;  // per block: all remaining lanes pass it together
  bool any_order = true;                // no lane has to wait for another
};

Uniformity analyse_uniformity(const Function& function, const FlowGraph& graph);

}  // namespace whet::ptx
