// A build on the virtual GPU: its PTX is run; its cubin provides the machine code.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "binary/analysis/kernel_code.h"
#include "binary/cubin/cubin.h"
#include "compile/compiler.h"
#include "device/device.h"
#include "vgpu/decode/loaded_module.h"

namespace whet {

// The machine code of one kernel.
struct KernelImage {
  std::shared_ptr<const KernelCode> code;
  const CubinFunction* function = nullptr;  // in the module's cubin
};

class VirtualModule : public DeviceModule {
 public:
  static Result<std::shared_ptr<VirtualModule>> load(const Build& build, vgpu::GlobalMemory& memory);

  vgpu::LoadedModule& loaded() { return *loaded_; }
  // Replaces the machine code by another assembly of the same PTX.
  Result<void> set_machine_code(std::string cubin);
  // Empty when the build has no cubin or the cubin lacks the kernel.
  Result<KernelImage> image(const std::string& kernel);

 private:
  std::shared_ptr<vgpu::LoadedModule> loaded_;
  std::string cubin_bytes_;
  std::optional<Cubin> cubin_;
  std::map<std::string, KernelImage> images_;
};

}  // namespace whet
