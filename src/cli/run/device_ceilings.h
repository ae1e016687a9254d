// What `whet calibrate` found on a device, for the commands that compare with its ceilings.
#pragma once

#include <string>
#include <vector>

#include "cli/frame/context.h"
#include "device/device.h"

namespace whet {

// The GPU of a device with its measured ceilings, where a calibration counts for it; `notes` says where one does not.
Gpu calibrated_gpu(Device& device, const Context& context, std::vector<std::string>& notes);
// The same for a device that is opened for this alone.
std::optional<MeasuredCeilings> calibration_for_device(const std::string& device, const Context& context,
                                                       std::vector<std::string>& notes);

}  // namespace whet
