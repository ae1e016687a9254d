// Checks whether a GPU accepts the shape of a launch. A real one returns only CUDA_ERROR_INVALID_VALUE; here the error
// gives the reason.
#pragma once

#include "device/device.h"
#include "hardware/occupancy.h"
#include "vgpu/program/program.h"

namespace whet {

// `shared_bytes` is the block's static and dynamic shared memory.
Result<void> check_shape(const LaunchShape& shape, const vgpu::Program& program, uint64_t shared_bytes,
                         const DeviceFacts& facts, const SmLimits& limits);

// Checks only the clusters. CUDA returns cudaErrorInvalidClusterSize.
Result<void> check_cluster(const LaunchShape& shape, const vgpu::Program& program, const DeviceFacts& facts);

}  // namespace whet
