// Whether lanes of a warp may wait for each other.
#pragma once

#include <vector>

#include "ptx/flow_graph.h"
#include "ptx/module.h"

namespace whet::ptx {

// True when lanes that are divided may go round until memory changes, as in a lock: the lane that is to change it may
// be one of the same warp, and must then be let past the place where the others would meet it. A called function is
// taken to do so, unless it is one of the toolkit's own.
bool may_spin(const Function& function, const FlowGraph& graph, const std::vector<bool>& convergent_blocks);

}  // namespace whet::ptx
