// Compiles and loads kernels of whet itself, whose numbers must round as the CPU's do.
#pragma once

#include <memory>
#include <string>

#include "compile/compiler.h"
#include "device/device.h"

namespace whet {

// `name` is the file's in messages; `source` is CUDA for NVRTC, without includes.
Result<std::shared_ptr<DeviceModule>> load_own_kernels(const std::string& name, std::string source, Device& device,
                                                       Compiler& compiler);

}  // namespace whet
