// Which registers hold one value for the whole warp, so that they can be kept as scalars.
//
//   mov.u32 %r1, %ctaid.x;      uniform
//   ld.param.u32 %r2, [n];      uniform
//   mad.lo.s32 %r3, %r1, %r2, %r4   uniform when %r4 is
//   mov.u32 %r5, %tid.x;        varying
//
// A block is convergent when all lanes that have not left pass it together: no divergent branch governs it, where a
// side of a branch that does nothing but leave does not count. Blocks that do nothing but leave are not convergent
// themselves. A register is uniform when every write to it computes the same value in all lanes that execute it, and
// one of these holds:
//   - every write stands in a convergent block;
//   - it is written once, from nothing that changes while the kernel runs: parameters, constants, %ctaid;
//   - it is written once and, from there to its last read, no path passes a convergent block.
// Loads from memory that can change need the first. Results of calls, atomics, shuffles and votes, everything that
// depends on the lane or on time, and every register of a function other than an entry are varying.
//
// This rests on the one who runs the function: no lane enters a convergent block, nor goes on in one behind a guarded
// instruction that lanes may wait in, before all that have not left are there. Where divided lanes can go round a loop,
// or wait for other warps, he may have to let the others go on; then no block is convergent, only registers of the
// second kind are uniform, and any order will do.
#pragma once

#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/module.h"

namespace whet::ptx {

struct Uniformity {
  std::vector<bool> registers;          // per register: uniform
  std::vector<bool> convergent_blocks;  // per block: all lanes that have not left pass it together
  bool any_order = true;                // no lane need wait for another
};

Uniformity analyse_uniformity(const Function& function, const FlowGraph& graph);

}  // namespace whet::ptx
