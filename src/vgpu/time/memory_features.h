// The features of a launch that come from its memory accesses.
#pragma once

#include "vgpu/time/time_features.h"

namespace whet::vgpu {

void count_memory(const TimeInputs& inputs, TimeFeatures& features);

}  // namespace whet::vgpu
