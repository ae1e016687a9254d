// --device: which GPU, real or virtual.
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

// "virtual:h200" -> "h200"; nothing when the name is of a real GPU.
std::optional<std::string> virtual_gpu_name(std::string_view device);

// "virtual", "virtual:h200", "virtual:a100"... Unknown names are errors that list near ones.
Result<std::unique_ptr<VirtualDevice>> open_virtual_device(std::string_view name, const VirtualOptions& options,
                                                           const Knowledge& knowledge);

struct OpenedDevice {
  std::unique_ptr<Device> device;
  VirtualDevice* as_virtual = nullptr;  // the same, when it is a virtual one
  std::string note;                     // what `auto` decided and why; empty: as asked
};

// As above, and "cuda:0" for a real GPU; "auto" is the first real one, else the virtual default.
Result<OpenedDevice> open_device(std::string_view name, const VirtualOptions& options, const Knowledge& knowledge);

}  // namespace whet
