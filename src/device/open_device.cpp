#include "device/open_device.h"

#include "compile/target.h"

namespace whet {

std::optional<std::string> virtual_gpu_name(std::string_view device) {
  if (device == "virtual") return std::string(k_default_target);
  if (device.starts_with("virtual:")) return std::string(device.substr(8));
  return std::nullopt;
}

Result<std::unique_ptr<VirtualDevice>> open_virtual_device(std::string_view name, const VirtualOptions& options,
                                                           const Knowledge& knowledge) {
  const auto gpu = virtual_gpu_name(name);
  if (!gpu) {
    return bad_input("`" + std::string(name) + "` is no virtual device", {}, "name one as virtual:h200; see `whet specs` for GPUs");
  }
  return VirtualDevice::open(*gpu, options, knowledge);
}

}  // namespace whet
