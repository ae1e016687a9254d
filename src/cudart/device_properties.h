// The chosen GPU as a cudaDeviceProp. Fields for which whet has no fact are 0, as CUDA writes absent features.
#pragma once

#include <driver_types.h>

#include <optional>

#include "device/virtual/virtual_device.h"
#include "hardware/sm_limits.h"

namespace whet::cudart {

constexpr int k_runtime_version = 13000;

cudaDeviceProp device_properties(VirtualDevice& device, const SmLimits& limits);

// Returns nothing for a number that is not an attribute.
std::optional<int> device_attribute(cudaDeviceAttr attribute, VirtualDevice& device, const SmLimits& limits);

}  // namespace whet::cudart
