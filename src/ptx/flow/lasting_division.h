// Whether lanes of a warp may stay divided for long.
#pragma once

#include "ptx/flow/flow_graph.h"
#include "ptx/flow/uniformity.h"
#include "ptx/module.h"

namespace whet::ptx {

// True when divided lanes can go round a loop: they may be there as long as they like, even until another lane of the
// warp lets them out, so a runner has to let the others go on meanwhile. A called function is taken to have such a
// loop, unless it is one of the toolkit's own. The same holds when some of them wait at a barrier of the block.
bool may_stay_divided(const Function& function, const FlowGraph& graph, const Uniformity& so_far);

}  // namespace whet::ptx
