// Which reads a thread may wait with: those that a loop makes again and again until another thread has written.
//
//   again: ld.volatile.u32 %r1, [%rd1];  setp.eq.u32 %p1, %r1, 0;  @%p1 bra again;
//
// A read that asks for what others write (volatile, relaxed, acquire) may be one in any loop, and in any function that
// is called. Every other load, and an atomic, is one when it has the same address each time round and a branch of the
// loop depends on what it gave; of a plain load, on that alone: `j < end[row]` is a bound, not a wait.
#pragma once

#include <vector>

#include "ptx/flow/flow_graph.h"
#include "ptx/module.h"

namespace whet::ptx {

// Per instruction.
std::vector<bool> spinning_reads(const Function& function, const FlowGraph& graph);

}  // namespace whet::ptx
