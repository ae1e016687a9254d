#include "cudart/api/graph_calls.h"

#include "cudart/api/process_runtime.h"

namespace whet::cudart {

cudaError_t record(Runtime& runtime, const Submit& submit, Work& work) {
  const cudaStream_t stream = runtime.streams().create(cudaStreamNonBlocking, 0);
  Stream& recorder = *runtime.streams().find(stream);
  (void)runtime.streams().begin_capture(recorder);
  const cudaError_t submitted = submit(stream);
  std::unique_ptr<Graph> recorded;
  (void)runtime.streams().end_capture(recorder, recorded);
  runtime.streams().destroy(stream);
  if (submitted == cudaSuccess && !recorded->nodes.empty()) work = std::move(recorded->nodes.front()->work);
  return submitted;
}

Submit launch_of(const cudaKernelNodeParams* p) {
  return [p](cudaStream_t stream) {
    if (!p) return cudaErrorInvalidValue;
    return cudaLaunchKernel(p->func, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes, stream);
  };
}

Submit copy_of(const cudaMemcpy3DParms* p) {
  return [p](cudaStream_t stream) { return cudaMemcpy3DAsync(p, stream); };
}

Submit copy_of(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return [=](cudaStream_t stream) { return cudaMemcpyAsync(to, from, bytes, kind, stream); };
}

Submit fill_of(const cudaMemsetParams* p) {
  return [p](cudaStream_t stream) {
    if (!p) return cudaErrorInvalidValue;
    return call([&](Runtime& runtime) {
      const CopyShape shape{.width = p->width * p->elementSize, .height = p->height, .to_pitch = p->pitch};
      return runtime.fill(p->dst, static_cast<int>(p->value), p->elementSize, shape, stream);
    });
  };
}

Submit host_of(const cudaHostNodeParams* p) {
  return
      [p](cudaStream_t stream) { return p ? cudaLaunchHostFunc(stream, p->fn, p->userData) : cudaErrorInvalidValue; };
}

Submit call_of(const cudaGraphNodeParams& p) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel:
      return [&p](cudaStream_t stream) {
        return cudaLaunchKernel(p.kernel.func, p.kernel.gridDim, p.kernel.blockDim, p.kernel.kernelParams,
                                p.kernel.sharedMemBytes, stream);
      };
    case cudaGraphNodeTypeMemcpy:
      return copy_of(&p.memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return [&p](cudaStream_t stream) {
        const cudaMemsetParams fill{p.memset.dst,         p.memset.pitch, p.memset.value,
                                    p.memset.elementSize, p.memset.width, p.memset.height};
        return fill_of(&fill)(stream);
      };
    case cudaGraphNodeTypeHost:
      return [&p](cudaStream_t stream) { return cudaLaunchHostFunc(stream, p.host.fn, p.host.userData); };
    default:
      return nullptr;
  }
}

}  // namespace whet::cudart
