// A fault of the virtual GPU as the error of a launch.
#pragma once

#include "util/result.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/program.h"

namespace whet {

// The kind is bad_input when the kernel would never end, else failed.
Error fault_error(const vgpu::Program& program, const vgpu::Fault& fault);

}  // namespace whet
