// Nodes and edges of a graph: listing, connecting and removing them.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>

#include "cudart/api/graph_handles.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

// Fills a list as CUDA does: a null list returns the count only; unused entries of a longer list become null.
cudaError_t list(const std::vector<const GraphNode*>& found, cudaGraphNode_t* nodes, size_t* count) {
  if (!count) return cudaErrorInvalidValue;
  for (size_t i = 0; nodes && i < *count; ++i) nodes[i] = i < found.size() ? handle_of(found[i]) : nullptr;
  *count = nodes ? std::min(*count, found.size()) : found.size();
  return cudaSuccess;
}

void clear(cudaGraphEdgeData* edges, const size_t* count) {
  if (edges && count) std::fill_n(edges, *count, cudaGraphEdgeData{});
}

template <typename Body>
cudaError_t with_node(cudaGraphNode_t handle, const Body& body) {
  return call([&](Runtime&) { return handle ? body(*node_of(handle)) : cudaErrorInvalidValue; });
}

std::vector<const GraphNode*> dependents(const GraphNode& node) {
  std::vector<const GraphNode*> found;
  const auto index = node.graph->index_of(&node);
  for (const auto& other : node.graph->nodes) {
    if (index && std::find(other->after.begin(), other->after.end(), *index) != other->after.end())
      found.push_back(other.get());
  }
  return found;
}

struct Edge {
  size_t from, to;
};

bool find_edge(const Graph& graph, cudaGraphNode_t from, cudaGraphNode_t to, Edge& edge) {
  const auto first = graph.index_of(node_of(from)), second = graph.index_of(node_of(to));
  if (!first || !second) return false;
  edge = {*first, *second};
  return true;
}

const char* name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "kernel";
    case cudaGraphNodeTypeMemcpy:
      return "copy";
    case cudaGraphNodeTypeMemset:
      return "fill";
    case cudaGraphNodeTypeHost:
      return "host function";
    case cudaGraphNodeTypeGraph:
      return "graph";
    case cudaGraphNodeTypeEventRecord:
      return "event record";
    case cudaGraphNodeTypeWaitEvent:
      return "event wait";
    default:
      return "empty";
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return call([&](Runtime&) {
    if (!graph) return cudaErrorInvalidValue;
    std::vector<const GraphNode*> all;
    for (const auto& node : graph_of(graph)->nodes) all.push_back(node.get());
    return list(all, nodes, count);
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return call([&](Runtime&) {
    if (!graph) return cudaErrorInvalidValue;
    std::vector<const GraphNode*> roots;
    for (const auto& node : graph_of(graph)->nodes) {
      if (node->after.empty()) roots.push_back(node.get());
    }
    return list(roots, nodes, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                              size_t* count) {
  return call([&](Runtime&) {
    if (!graph || !count || !from != !to) return cudaErrorInvalidValue;
    std::vector<const GraphNode*> first, second;
    for (const auto& node : graph_of(graph)->nodes) {
      for (const size_t before : node->after) {
        first.push_back(graph_of(graph)->nodes[before].get());
        second.push_back(node.get());
      }
    }
    clear(edges, count);
    size_t places = *count;
    (void)list(first, from, &places);
    return list(second, to, count);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return with_node(node, [&](GraphNode& found) {
    *type = found.work.type;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges,
                                         size_t* count) {
  return with_node(node, [&](GraphNode& found) {
    std::vector<const GraphNode*> before;
    for (const size_t index : found.after) before.push_back(found.graph->nodes[index].get());
    clear(edges, count);
    return list(before, nodes, count);
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges,
                                           size_t* count) {
  return with_node(node, [&](GraphNode& found) {
    clear(edges, count);
    return list(dependents(found), nodes, count);
  });
}

// If an edge would create a cycle, no edge of the call is added.
cudaError_t cudaGraphAddDependencies(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, size_t count) {
  return call([&](Runtime&) {
    if (!handle || (count && (!from || !to))) return cudaErrorInvalidValue;
    Graph& graph = *graph_of(handle);
    std::vector<std::vector<size_t>> as_before;
    for (const auto& node : graph.nodes) as_before.push_back(node->after);
    bool right = true;
    for (size_t i = 0; right && i < count; ++i) {
      Edge edge{};
      right = find_edge(graph, from[i], to[i], edge);
      if (right) graph.nodes[edge.to]->after.push_back(edge.from);
    }
    if (right && graph.order()) return cudaSuccess;
    for (size_t i = 0; i < graph.nodes.size(); ++i) graph.nodes[i]->after = as_before[i];
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData*, size_t count) {
  return call([&](Runtime&) {
    if (!handle || (count && (!from || !to))) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      Edge edge{};
      if (!find_edge(*graph_of(handle), from[i], to[i], edge)) return cudaErrorInvalidValue;
      if (std::erase(graph_of(handle)->nodes[edge.to]->after, edge.from) == 0) return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return with_node(node, [&](GraphNode& found) {
    const auto index = found.graph->index_of(&found);
    if (!index) return cudaErrorInvalidValue;
    found.graph->remove(*index);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
  return with_node(original, [&](GraphNode& found) {
    GraphNode* const same = clone && node ? graph_of(clone)->find(found.id) : nullptr;
    if (same) *node = handle_of(same);
    return same ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  return call([&](Runtime&) {
    if (!graph || !path) return cudaErrorInvalidValue;
    std::FILE* const file = std::fopen(path, "w");
    if (!file) return cudaErrorOperatingSystem;
    std::fputs("digraph {\n", file);
    const auto& nodes = graph_of(graph)->nodes;
    for (size_t i = 0; i < nodes.size(); ++i) {
      std::fprintf(file, "  n%zu [label=\"%zu: %s\"];\n", i, i, name_of(nodes[i]->work.type));
      for (const size_t before : nodes[i]->after) std::fprintf(file, "  n%zu -> n%zu;\n", before, i);
    }
    std::fputs("}\n", file);
    std::fclose(file);
    return cudaSuccess;
  });
}

}  // extern "C"
