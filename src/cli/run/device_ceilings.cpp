#include "cli/run/device_ceilings.h"

#include "calibrate/calibration_file.h"
#include "device/open/open_device.h"

namespace whet {

Gpu calibrated_gpu(Device& device, const Context& context, std::vector<std::string>& notes) {
  Gpu gpu = device.facts().gpu;
  const auto identity = device.identity();
  if (!identity) return gpu;
  const FoundCalibration found = find_calibration(*identity, context.cache_directory, context.files);
  if (!found.note.empty()) notes.push_back(found.note);
  if (found.calibration) gpu.measured = found.calibration->ceilings();
  return gpu;
}

std::optional<MeasuredCeilings> calibration_for_device(const std::string& device, const Context& context,
                                                       std::vector<std::string>& notes) {
  // Without any record no GPU is opened.
  if (context.files.list(join_path(context.cache_directory, "calibration")).empty()) return std::nullopt;
  const auto opened = open_device(device, {}, context.knowledge);
  if (!opened) return std::nullopt;
  return calibrated_gpu(*opened->device, context, notes).measured;
}

}  // namespace whet
