// Makes graph nodes by capturing the calls that would do their work.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>

#include "cudart/runtime.h"

namespace whet::cudart {

// Submits the node's work to a stream.
using Submit = std::function<cudaError_t(cudaStream_t)>;

// Captures the call on a stream of its own; `work` receives the recorded work.
cudaError_t record(Runtime& runtime, const Submit& submit, Work& work);

Submit launch_of(const cudaKernelNodeParams* p);
Submit copy_of(const cudaMemcpy3DParms* p);
Submit copy_of(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
Submit fill_of(const cudaMemsetParams* p);
Submit host_of(const cudaHostNodeParams* p);
// For any of the kinds above; empty for other kinds.
Submit call_of(const cudaGraphNodeParams& p);

}  // namespace whet::cudart
