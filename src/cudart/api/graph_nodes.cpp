// Nodes of a graph: adding them and reading their parameters.
#include "cudart/api/graph_calls.h"
#include "cudart/api/graph_handles.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* after, size_t count, Work work) {
  if (!handle || !node || (count && !after)) return cudaErrorInvalidValue;
  Graph& graph = *graph_of(handle);
  std::vector<size_t> before;
  for (size_t i = 0; i < count; ++i) {
    const auto index = graph.index_of(node_of(after[i]));
    if (!index) return cudaErrorInvalidValue;
    before.push_back(*index);
  }
  *node = handle_of(graph.nodes[graph.add(std::move(work), std::move(before))].get());
  return cudaSuccess;
}

cudaError_t add_call(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                     cudaGraphNodeType type, const Submit& submit) {
  return call([&](Runtime& runtime) {
    Work work{.type = type};
    const cudaError_t recorded = record(runtime, submit, work);
    return recorded == cudaSuccess ? add(node, graph, after, count, std::move(work)) : recorded;
  });
}

cudaError_t add_event(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                      cudaGraphNodeType type, cudaEvent_t event) {
  return call([&](Runtime& runtime) {
    if (!runtime.streams().find(event)) return cudaErrorInvalidResourceHandle;
    Work work{.type = type};
    work.parameters = event;
    return add(node, graph, after, count, std::move(work));
  });
}

template <typename Parameters>
cudaError_t read(cudaGraphNode_t node, Parameters* parameters) {
  return call([&](Runtime&) {
    const auto* const known = node ? std::get_if<Parameters>(&node_of(node)->work.parameters) : nullptr;
    if (!known || !parameters) return cudaErrorInvalidValue;
    *parameters = *known;
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  size_t count) {
  return call([&](Runtime&) { return add(node, graph, after, count, {}); });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* p) {
  return add_call(node, graph, after, count, cudaGraphNodeTypeKernel, launch_of(p));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* p) {
  return add_call(node, graph, after, count, cudaGraphNodeTypeMemcpy, copy_of(p));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t count, void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return add_call(node, graph, after, count, cudaGraphNodeTypeMemcpy, copy_of(to, from, bytes, kind));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                           size_t count, const void* symbol, const void* from, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
  return add_call(node, graph, after, count, cudaGraphNodeTypeMemcpy, [=](cudaStream_t stream) {
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, stream);
  });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                             size_t count, void* to, const void* symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  return add_call(node, graph, after, count, cudaGraphNodeTypeMemcpy, [=](cudaStream_t stream) {
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, stream);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* p) {
  return add_call(node, graph, after, count, cudaGraphNodeTypeMemset, fill_of(p));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* p) {
  return add_call(node, graph, after, count, cudaGraphNodeTypeHost, host_of(p));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       size_t count, cudaGraph_t child) {
  return call([&](Runtime&) {
    if (!child) return cudaErrorInvalidValue;
    auto copy = graph_of(child)->clone();
    const cudaError_t added = add(node, graph, after, count, {.type = cudaGraphNodeTypeGraph});
    if (added == cudaSuccess) node_of(*node)->child = std::move(copy);
    return added;
  });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                        size_t count, cudaEvent_t event) {
  return add_event(node, graph, after, count, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                      size_t count, cudaEvent_t event) {
  return add_event(node, graph, after, count, cudaGraphNodeTypeWaitEvent, event);
}

// The returned pointers point into the node and are valid until it is changed.
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return call([&](Runtime&) {
    auto* const known = node ? std::get_if<KernelCall>(&node_of(node)->work.parameters) : nullptr;
    if (!known || !parameters) return cudaErrorInvalidValue;
    known->pointers.clear();
    for (std::string& argument : known->arguments) known->pointers.push_back(argument.data());
    *parameters = {};
    parameters->func = const_cast<void*>(known->function);
    parameters->gridDim = known->grid;
    parameters->blockDim = known->block;
    parameters->sharedMemBytes = known->shared_bytes;
    parameters->kernelParams = known->pointers.data();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
  return read(node, parameters);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return read(node, parameters);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return read(node, parameters);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return read(node, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return read(node, event);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return call([&](Runtime&) {
    if (!node || !graph || !node_of(node)->child) return cudaErrorInvalidValue;
    *graph = reinterpret_cast<cudaGraph_t>(node_of(node)->child.get());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData*, size_t count, cudaGraphNodeParams* p) {
  if (!p) return remember(cudaErrorInvalidValue);
  if (p->type == cudaGraphNodeTypeEmpty) return cudaGraphAddEmptyNode(node, graph, after, count);
  if (p->type == cudaGraphNodeTypeGraph) return cudaGraphAddChildGraphNode(node, graph, after, count, p->graph.graph);
  if (p->type == cudaGraphNodeTypeEventRecord)
    return add_event(node, graph, after, count, p->type, p->eventRecord.event);
  if (p->type == cudaGraphNodeTypeWaitEvent) return add_event(node, graph, after, count, p->type, p->eventWait.event);
  if (const Submit submit = call_of(*p)) return add_call(node, graph, after, count, p->type, submit);
  return call([&](Runtime& runtime) {
    return runtime.refuse(whet::bad_input("the program adds a graph node of a kind that the virtual GPU lacks", {},
                                          "use kernels, copies, fills, host functions, events and child graphs"),
                          cudaErrorNotSupported);
  });
}

}  // extern "C"
