// The sizes of the caches for a kernel: L1 is the unified memory that its shared memory leaves.
#pragma once

#include "hardware/gpu.h"
#include "hardware/occupancy.h"
#include "vgpu/machine/launch_state.h"

namespace whet {

vgpu::CacheSizes cache_sizes(const Occupancy& occupancy, const Gpu& gpu, const SmLimits& limits);

}  // namespace whet
