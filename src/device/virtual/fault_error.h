// A fault of the virtual GPU as the error that a launch ends with.
#pragma once

#include "util/result.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/program.h"

namespace whet {

// Bad input when the kernel would never end, else a failure.
Error fault_error(const vgpu::Program& program, const vgpu::Fault& fault);

}  // namespace whet
