// Changes to nodes, in a graph or in an executable graph made from it.
#include "cudart/api/graph_calls.h"
#include "cudart/api/graph_handles.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

// The executable's copy of the node; the node itself if no executable is given.
GraphNode* meant(cudaGraphExec_t executable, cudaGraphNode_t node) {
  if (!node) return nullptr;
  return executable ? graph_of(executable)->find(node_of(node)->id) : node_of(node);
}

cudaError_t change(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeType type, const Submit& submit) {
  return call([&](Runtime& runtime) {
    GraphNode* const found = meant(executable, node);
    if (!found || found->work.type != type) return cudaErrorInvalidValue;
    Work work{.type = type};
    const cudaError_t recorded = record(runtime, submit, work);
    if (recorded == cudaSuccess) found->work = std::move(work);
    return recorded;
  });
}

cudaError_t change_event(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t event) {
  return call([&](Runtime& runtime) {
    GraphNode* const found = meant(executable, node);
    if (!found || found->work.type != type) return cudaErrorInvalidValue;
    if (!runtime.streams().find(event)) return cudaErrorInvalidResourceHandle;
    found->work.parameters = event;
    return cudaSuccess;
  });
}

cudaError_t change_child(GraphNode* node, cudaGraph_t child) {
  if (!node || !node->child || !child) return cudaErrorInvalidValue;
  node->child = graph_of(child)->clone();
  return cudaSuccess;
}

cudaError_t change_any(cudaGraphExec_t executable, cudaGraphNode_t node, const cudaGraphNodeParams* p) {
  if (!p) return remember(cudaErrorInvalidValue);
  if (p->type == cudaGraphNodeTypeGraph)
    return call([&](Runtime&) { return change_child(meant(executable, node), p->graph.graph); });
  if (p->type == cudaGraphNodeTypeEventRecord) return change_event(executable, node, p->type, p->eventRecord.event);
  if (p->type == cudaGraphNodeTypeWaitEvent) return change_event(executable, node, p->type, p->eventWait.event);
  const Submit submit = call_of(*p);
  return submit ? change(executable, node, p->type, submit) : remember(cudaErrorNotSupported);
}

}  // namespace

extern "C" {

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* p) {
  return change(executable, node, cudaGraphNodeTypeKernel, launch_of(p));
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* p) {
  return change(nullptr, node, cudaGraphNodeTypeKernel, launch_of(p));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* p) {
  return change(executable, node, cudaGraphNodeTypeMemcpy, copy_of(p));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* p) {
  return change(nullptr, node, cudaGraphNodeTypeMemcpy, copy_of(p));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void* to,
                                               const void* from, size_t bytes, cudaMemcpyKind kind) {
  return change(executable, node, cudaGraphNodeTypeMemcpy, copy_of(to, from, bytes, kind));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, size_t bytes,
                                           cudaMemcpyKind kind) {
  return change(nullptr, node, cudaGraphNodeTypeMemcpy, copy_of(to, from, bytes, kind));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* p) {
  return change(executable, node, cudaGraphNodeTypeMemset, fill_of(p));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* p) {
  return change(nullptr, node, cudaGraphNodeTypeMemset, fill_of(p));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* p) {
  return change(executable, node, cudaGraphNodeTypeHost, host_of(p));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* p) {
  return change(nullptr, node, cudaGraphNodeTypeHost, host_of(p));
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node, cudaEvent_t event) {
  return change_event(executable, node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change_event(nullptr, node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t executable, cudaGraphNode_t node, cudaEvent_t event) {
  return change_event(executable, node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change_event(nullptr, node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraph_t child) {
  return call(
      [&](Runtime&) { return executable ? change_child(meant(executable, node), child) : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned enabled) {
  return call([&](Runtime&) {
    GraphNode* const found = executable ? meant(executable, node) : nullptr;
    if (!found) return cudaErrorInvalidValue;
    found->enabled = enabled != 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node, unsigned* enabled) {
  return call([&](Runtime&) {
    const GraphNode* const found = executable ? meant(executable, node) : nullptr;
    if (!found || !enabled) return cudaErrorInvalidValue;
    *enabled = found->enabled;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* p) {
  return change_any(nullptr, node, p);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node, cudaGraphNodeParams* p) {
  return executable ? change_any(executable, node, p) : remember(cudaErrorInvalidValue);
}

}  // extern "C"
