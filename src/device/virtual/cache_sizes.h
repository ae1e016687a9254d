// The caches that a kernel finds on a GPU: what its shared memory leaves of the unified memory is L1.
#pragma once

#include "hardware/gpu.h"
#include "hardware/occupancy.h"
#include "vgpu/machine/launch_state.h"

namespace whet {

vgpu::CacheSizes cache_sizes(const Occupancy& occupancy, const Gpu& gpu, const SmLimits& limits);

}  // namespace whet
