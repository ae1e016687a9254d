// Opens the GPU named by --device, real or virtual.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "device/device.h"
#include "device/virtual/virtual_options.h"
#include "util/result.h"
#include "util/system/knowledge.h"

namespace whet {

class VirtualDevice;

// "virtual:h200" -> "h200"; nothing for the name of a real GPU.
std::optional<std::string> virtual_gpu_name(std::string_view device);

// "virtual", "virtual:h200", "virtual:a100"... The error for an unknown name lists similar ones.
Result<std::unique_ptr<VirtualDevice>> open_virtual_device(std::string_view name, const VirtualOptions& options,
                                                           const Knowledge& knowledge);

struct OpenedDevice {
  std::unique_ptr<Device> device;
  VirtualDevice* as_virtual = nullptr;  // the same device if it is virtual
  std::string note;                     // the choice of `auto` and its reason; empty: as requested
};

// Also accepts "cuda:0" for a real GPU; "auto" is the first real one, else the default virtual one.
Result<OpenedDevice> open_device(std::string_view name, const VirtualOptions& options, const Knowledge& knowledge);

}  // namespace whet
