// Kernels written for a problem, in the order in which they are predicted to be fast on a device.
#pragma once

#include <string>

#include "cli/frame/context.h"
#include "write/writer.h"

namespace whet {

// Without a device, or with one whose sheet lacks what a prediction needs, they are as the writer lists them.
Result<write::WrittenKernels> write_for(const Problem& problem, const std::string& device, Context& context);

}  // namespace whet
