// ld and st of parameters: those of the kernel, and those of calls, which are in the frame.
#pragma once

#include "vgpu/program/op.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

// Op: the offset is that of the parameter in the kernel's parameters.
Handler kernel_parameter_handler(const MemoryForm& form);
// MemoryForm::param is the place in the frame. Op: the offset is that in the parameter.
Handler frame_parameter_handler(const MemoryForm& form);

}  // namespace whet::vgpu
