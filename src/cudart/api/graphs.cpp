// Graphs: recorded from streams, replayed as often as wanted.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

Graph* graph_of(cudaGraph_t handle) {
  return reinterpret_cast<Graph*>(handle);
}

Graph* graph_of(cudaGraphExec_t handle) {
  return reinterpret_cast<Graph*>(handle);
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph) {
  return call([&](Runtime&) {
    if (!executable || !graph) return cudaErrorInvalidValue;
    *executable = reinterpret_cast<cudaGraphExec_t>(graph_of(graph)->clone().release());
    return cudaSuccess;
  });
}

// A node as recording its call on a stream of its own would make it.
template <typename Submit>
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* after, size_t count,
                     const Submit& submit) {
  return call([&](Runtime& runtime) {
    if (!handle || !node) return cudaErrorInvalidValue;
    Graph& graph = *graph_of(handle);
    const cudaStream_t stream = runtime.streams().create(cudaStreamNonBlocking, 0);
    Stream& recorder = *runtime.streams().find(stream);
    (void)runtime.streams().begin_capture(recorder);
    const cudaError_t submitted = submit(runtime, stream);
    std::unique_ptr<Graph> recorded;
    (void)runtime.streams().end_capture(recorder, recorded);
    runtime.streams().destroy(stream);
    if (submitted != cudaSuccess) return submitted;
    if (recorded->nodes.empty()) recorded->add({}, {});
    std::vector<size_t> before;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      if (std::find(after, after + count, reinterpret_cast<cudaGraphNode_t>(graph.nodes[i].get())) != after + count)
        before.push_back(i);
    }
    graph.add(std::move(recorded->nodes.front()->work), std::move(before));
    *node = reinterpret_cast<cudaGraphNode_t>(graph.nodes.back().get());
    return cudaSuccess;
  });
}

cudaStreamCaptureStatus status_of(const Stream& stream) {
  return stream.capture ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  return call([&](Runtime& runtime) {
    Stream* const found = runtime.streams().find(stream);
    return found ? runtime.streams().begin_capture(*found) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return call([&](Runtime& runtime) {
    Stream* const found = runtime.streams().find(stream);
    if (!found || !graph) return found ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    std::unique_ptr<Graph> recorded;
    const cudaError_t ended = runtime.streams().end_capture(*found, recorded);
    *graph = reinterpret_cast<cudaGraph_t>(recorded.release());
    return ended;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return call([&](Runtime& runtime) {
    const Stream* const found = runtime.streams().find(stream);
    if (!found || !status) return cudaErrorInvalidResourceHandle;
    *status = status_of(*found);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges,
                                     size_t* count) {
  return call([&](Runtime& runtime) {
    const Stream* const found = runtime.streams().find(stream);
    if (!found || !status) return cudaErrorInvalidResourceHandle;
    if (nodes || edges || count) return cudaErrorNotSupported;
    *status = status_of(*found);
    if (found->capture && id) *id = found->capture->id;
    if (found->capture && graph) *graph = reinterpret_cast<cudaGraph_t>(found->capture->graph.get());
    return cudaSuccess;
  });
}

// Capture is of streams alone here; what another thread may do meanwhile is not restricted.
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return mode ? cudaSuccess : remember(cudaErrorInvalidValue);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  return instantiate(executable, graph);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  return instantiate(executable, graph);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  if (parameters) parameters->result_out = cudaGraphInstantiateSuccess;
  return instantiate(executable, graph);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    Stream* const found = runtime.streams().find(stream);
    if (!found || !executable) return found ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    return runtime.streams().launch(*found, *graph_of(executable));
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t) {
  return call([&](Runtime&) { return executable ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result) {
  return call([&](Runtime&) {
    if (!executable || !graph) return cudaErrorInvalidValue;
    const Graph &old = *graph_of(executable), &fresh = *graph_of(graph);
    bool same = old.nodes.size() == fresh.nodes.size();
    for (size_t i = 0; same && i < old.nodes.size(); ++i)
      same = old.nodes[i]->work.type == fresh.nodes[i]->work.type && old.nodes[i]->after == fresh.nodes[i]->after;
    if (result) {
      *result = {};
      result->result = same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged;
    }
    if (!same) return cudaErrorGraphExecUpdateFailure;
    graph_of(executable)->nodes = std::move(fresh.clone()->nodes);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return call([&](Runtime&) {
    if (!graph || !count) return cudaErrorInvalidValue;
    const auto& all = graph_of(graph)->nodes;
    for (size_t i = 0; nodes && i < *count; ++i)
      nodes[i] = i < all.size() ? reinterpret_cast<cudaGraphNode_t>(all[i].get()) : nullptr;
    *count = nodes ? std::min(*count, all.size()) : all.size();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return call([&](Runtime&) {
    if (!node || !type) return cudaErrorInvalidValue;
    *type = reinterpret_cast<const GraphNode*>(node)->work.type;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  return call([&](Runtime&) {
    *graph = reinterpret_cast<cudaGraph_t>(new Graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  size_t count) {
  return add_node(node, graph, after, count,
                  [](Runtime& runtime, cudaStream_t stream) { return runtime.call_host([] {}, stream); });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* p) {
  return add_node(node, graph, after, count, [&](Runtime& runtime, cudaStream_t stream) {
    const whet::LaunchShape shape{
        {p->gridDim.x, p->gridDim.y, p->gridDim.z}, {p->blockDim.x, p->blockDim.y, p->blockDim.z}, p->sharedMemBytes};
    return runtime.launch(runtime.code().kernel(p->func), shape, p->kernelParams, stream);
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t count, void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return add_node(node, graph, after, count, [&](Runtime& runtime, cudaStream_t stream) {
    return runtime.copy(to, from, {.width = bytes}, kind, stream);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* p) {
  return add_node(node, graph, after, count, [&](Runtime& runtime, cudaStream_t stream) {
    const CopyShape shape{.width = p->width * p->elementSize, .height = p->height, .to_pitch = p->pitch};
    return runtime.fill(p->dst, static_cast<int>(p->value), p->elementSize, shape, stream);
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* p) {
  return add_node(node, graph, after, count, [&](Runtime& runtime, cudaStream_t stream) {
    return runtime.call_host([function = p->fn, data = p->userData] { function(data); }, stream);
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return call([&](Runtime&) {
    if (!clone || !graph) return cudaErrorInvalidValue;
    *clone = reinterpret_cast<cudaGraph_t>(graph_of(graph)->clone().release());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call([&](Runtime&) {
    delete graph_of(graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return call([&](Runtime&) {
    delete graph_of(executable);
    return cudaSuccess;
  });
}

#define PER_THREAD(function) decltype(function) function##_ptsz __attribute__((alias(#function)))
PER_THREAD(cudaStreamBeginCapture);
PER_THREAD(cudaStreamEndCapture);
PER_THREAD(cudaStreamIsCapturing);
PER_THREAD(cudaStreamGetCaptureInfo);
PER_THREAD(cudaGraphInstantiateWithParams);
PER_THREAD(cudaGraphLaunch);
PER_THREAD(cudaGraphUpload);

}  // extern "C"
