// A build on the virtual GPU: its PTX to run, its cubin for what the machine code adds.
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

// One kernel's machine code.
struct KernelImage {
  std::shared_ptr<const KernelCode> code;
  const CubinFunction* function = nullptr;  // of the module's cubin
};

class VirtualModule : public DeviceModule {
 public:
  static Result<std::shared_ptr<VirtualModule>> load(const Build& build, vgpu::GlobalMemory& memory);

  vgpu::LoadedModule& loaded() { return *loaded_; }
  // Other machine code of the same PTX, in place of what there was.
  Result<void> set_machine_code(std::string cubin);
  // Empty when the build has no cubin or it does not have the kernel.
  Result<KernelImage> image(const std::string& kernel);

 private:
  std::shared_ptr<vgpu::LoadedModule> loaded_;
  std::string cubin_bytes_;
  std::optional<Cubin> cubin_;
  std::map<std::string, KernelImage> images_;
};

}  // namespace whet
