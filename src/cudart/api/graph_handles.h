// Converts between CUDA's handles and our graphs and nodes.
#pragma once

#include <driver_types.h>

#include "cudart/stream/graph.h"

namespace whet::cudart {

inline Graph* graph_of(cudaGraph_t handle) {
  return reinterpret_cast<Graph*>(handle);
}

inline Graph* graph_of(cudaGraphExec_t handle) {
  return reinterpret_cast<Graph*>(handle);
}

inline GraphNode* node_of(cudaGraphNode_t handle) {
  return reinterpret_cast<GraphNode*>(handle);
}

inline cudaGraphNode_t handle_of(const GraphNode* node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<GraphNode*>(node));
}

}  // namespace whet::cudart
