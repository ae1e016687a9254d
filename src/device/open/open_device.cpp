#include "device/open/open_device.h"

#include <charconv>

#include "compile/toolkit/target.h"
#include "device/cuda/cuda_device.h"
#include "device/virtual/virtual_device.h"

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
    return bad_input("`" + std::string(name) + "` is no virtual device", {},
                     "name one as virtual:h200; see `whet specs` for GPUs");
  }
  return VirtualDevice::open(*gpu, options, knowledge);
}

namespace {

Result<OpenedDevice> opened_virtual(std::string_view name, const VirtualOptions& options, const Knowledge& knowledge) {
  TRY(device, open_virtual_device(name, options, knowledge));
  VirtualDevice* const as_virtual = device.get();
  return OpenedDevice{std::move(device), as_virtual, {}};
}

Result<OpenedDevice> opened_cuda(int index, const Knowledge& knowledge) {
  TRY(device, CudaDevice::open(index, knowledge));
  return OpenedDevice{std::move(device), nullptr, {}};
}

}  // namespace

Result<OpenedDevice> open_device(std::string_view name, const VirtualOptions& options, const Knowledge& knowledge) {
  if (virtual_gpu_name(name)) return opened_virtual(name, options, knowledge);
  if (name == "auto") {
    if (auto real = opened_cuda(0, knowledge)) return real;
    TRY(opened, opened_virtual("virtual", options, knowledge));
    opened.note = "no GPU here: using " + opened.device->facts().name + "; times are modelled";
    return opened;
  }
  int index = -1;
  const std::string_view digits = name.starts_with("cuda:") ? name.substr(5) : name == "cuda" ? "0" : "";
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() || index < 0) {
    const bool known = Hardware(knowledge).gpu(name).ok();
    return bad_input("there is no device `" + std::string(name) + "`", {},
                     known ? "did you mean virtual:" + std::string(name) + "?"
                           : "name one as virtual:h200 or cuda:0, or write auto; see `whet specs` for GPUs");
  }
  return opened_cuda(index, knowledge);
}

}  // namespace whet
