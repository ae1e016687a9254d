// A kernel's properties as CUDA reports them: its resources, and how many of its blocks fit on an SM.
#pragma once

#include <driver_types.h>

#include "cudart/code/code_registry.h"
#include "hardware/sm_limits.h"

namespace whet::cudart {

Result<cudaFuncAttributes> kernel_attributes(const KernelRecord& kernel, CodeRegistry& code, const SmLimits& limits);

struct ParameterPlace {
  uint64_t offset = 0, bytes = 0;
};
// The place of a parameter in the kernel's parameter buffer.
Result<ParameterPlace> parameter_place(const KernelRecord& kernel, size_t index, CodeRegistry& code);

// Blocks that fit on an SM at once, given the threads and dynamic shared memory of each; 0 if no block can run.
Result<int> resident_blocks(const KernelRecord& kernel, int threads, uint64_t dynamic_shared_bytes, CodeRegistry& code,
                            const SmLimits& limits);

// The most dynamic shared memory per block with which `blocks` blocks still fit on an SM.
Result<uint64_t> available_shared_bytes(const KernelRecord& kernel, int blocks, int threads, CodeRegistry& code,
                                        const SmLimits& limits);

// Blocks per cluster of such a launch; an error if a GPU would refuse it.
Result<int> cluster_blocks(const KernelRecord& kernel, const LaunchShape& shape, CodeRegistry& code,
                           const DeviceFacts& facts);
// The most blocks a cluster of the kernel may have.
Result<int> largest_cluster(const KernelRecord& kernel, CodeRegistry& code);

}  // namespace whet::cudart
