// Graphs: capture from streams, instantiation, update and launch.
#include <cuda_runtime_api.h>

#include "cudart/api/graph_handles.h"
#include "cudart/api/per_thread.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph) {
  return call([&](Runtime&) {
    if (!executable || !graph || !graph_of(graph)->order()) return cudaErrorInvalidValue;
    *executable = reinterpret_cast<cudaGraphExec_t>(graph_of(graph)->clone().release());
    return cudaSuccess;
  });
}

bool same_shape(const Graph& a, const Graph& b) {
  bool same = a.nodes.size() == b.nodes.size();
  for (size_t i = 0; same && i < a.nodes.size(); ++i) {
    const GraphNode &one = *a.nodes[i], &other = *b.nodes[i];
    same = one.work.type == other.work.type && one.after == other.after && !one.child == !other.child &&
           (!one.child || same_shape(*one.child, *other.child));
  }
  return same;
}

// Copies the work of each node; ids and enabled flags stay.
void take_work(Graph& graph, const Graph& from) {
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    graph.nodes[i]->work = from.nodes[i]->work;
    if (graph.nodes[i]->child) take_work(*graph.nodes[i]->child, *from.nodes[i]->child);
  }
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

// The mode has no effect: a capture does not restrict the calls of other threads here.
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
    const bool same = same_shape(*graph_of(executable), *graph_of(graph));
    if (result) {
      *result = {};
      result->result = same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged;
    }
    if (!same) return cudaErrorGraphExecUpdateFailure;
    take_work(*graph_of(executable), *graph_of(graph));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  return call([&](Runtime&) {
    *graph = reinterpret_cast<cudaGraph_t>(new Graph);
    return cudaSuccess;
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

PER_THREAD(cudaStreamBeginCapture, _ptsz);
PER_THREAD(cudaStreamEndCapture, _ptsz);
PER_THREAD(cudaStreamIsCapturing, _ptsz);
PER_THREAD(cudaStreamGetCaptureInfo, _ptsz);
PER_THREAD(cudaGraphInstantiateWithParams, _ptsz);
PER_THREAD(cudaGraphLaunch, _ptsz);
PER_THREAD(cudaGraphUpload, _ptsz);

}  // extern "C"
