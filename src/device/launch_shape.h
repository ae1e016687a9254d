// Whether a GPU takes the shape of a launch: a real one refuses with CUDA_ERROR_INVALID_VALUE, here the reason is
// given.
#pragma once

#include "device/device.h"
#include "hardware/occupancy.h"
#include "vgpu/program/program.h"

namespace whet {

// `shared_bytes`: of a block, static and dynamic.
Result<void> check_shape(const LaunchShape& shape, const vgpu::Program& program, uint64_t shared_bytes,
                         const DeviceFacts& facts, const SmLimits& limits);

// Its clusters alone. CUDA answers cudaErrorInvalidClusterSize.
Result<void> check_cluster(const LaunchShape& shape, const vgpu::Program& program, const DeviceFacts& facts);

}  // namespace whet
