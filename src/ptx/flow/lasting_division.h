// Whether lanes of a warp may stay divided for an unbounded time.
#pragma once

#include "ptx/flow/flow_graph.h"
#include "ptx/flow/uniformity.h"
#include "ptx/module.h"

namespace whet::ptx {

// True when divided lanes can loop: they may wait there until another lane of the warp releases them, so the others
// must be allowed to proceed. It is also true when divided lanes can wait at a barrier of the block. A called function
// is assumed to contain such a loop unless it belongs to the toolkit. At an activemask lanes may part that nothing
// divides.
bool may_stay_divided(const Function& function, const FlowGraph& graph, const Uniformity& so_far);

}  // namespace whet::ptx
