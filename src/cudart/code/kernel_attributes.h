// What CUDA tells of a kernel: its resources, and how many of its blocks an SM holds.
#pragma once

#include <driver_types.h>

#include "cudart/code/code_registry.h"
#include "hardware/sm_limits.h"

namespace whet::cudart {

Result<cudaFuncAttributes> kernel_attributes(const KernelRecord& kernel, CodeRegistry& code, const SmLimits& limits);

struct ParameterPlace {
  uint64_t offset = 0, bytes = 0;
};
// Where a kernel's parameter lies in the block of parameters.
Result<ParameterPlace> parameter_place(const KernelRecord& kernel, size_t index, CodeRegistry& code);

// Blocks of so many threads and bytes that an SM holds at once; 0 when a block cannot run at all.
Result<int> resident_blocks(const KernelRecord& kernel, int threads, uint64_t dynamic_shared_bytes, CodeRegistry& code,
                            const SmLimits& limits);

// The most dynamic shared memory a block may use for so many blocks to fit on an SM.
Result<uint64_t> available_shared_bytes(const KernelRecord& kernel, int blocks, int threads, CodeRegistry& code,
                                        const SmLimits& limits);

// Blocks of a cluster of such a launch; an error where a GPU refuses it.
Result<int> cluster_blocks(const KernelRecord& kernel, const LaunchShape& shape, CodeRegistry& code,
                           const DeviceFacts& facts);
// The most blocks a cluster of the kernel may have.
Result<int> largest_cluster(const KernelRecord& kernel, CodeRegistry& code);

}  // namespace whet::cudart
