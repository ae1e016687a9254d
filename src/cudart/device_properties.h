// The named GPU as CUDA describes devices. What whet has no fact of is 0, as the structure says of absent features.
#pragma once

#include <driver_types.h>

#include <optional>

#include "device/virtual/virtual_device.h"
#include "hardware/sm_limits.h"

namespace whet::cudart {

constexpr int k_runtime_version = 13000;

cudaDeviceProp device_properties(VirtualDevice& device, const SmLimits& limits);

// Nothing: no attribute known here.
std::optional<int> device_attribute(cudaDeviceAttr attribute, VirtualDevice& device, const SmLimits& limits);

}  // namespace whet::cudart
