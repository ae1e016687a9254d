#include "device/virtual_module.h"

namespace whet {

Result<std::shared_ptr<VirtualModule>> VirtualModule::load(const Build& build, vgpu::GlobalMemory& memory) {
  auto module = std::make_shared<VirtualModule>();
  TRY(loaded, vgpu::LoadedModule::load(build.ptx, "the kernel's PTX", memory));
  module->loaded_ = std::move(loaded);
  module->cubin_bytes_ = build.cubin;
  if (!build.cubin.empty()) {
    TRY(cubin, read_cubin(as_bytes(module->cubin_bytes_)));
    module->cubin_ = std::move(cubin);
  }
  return module;
}

Result<KernelImage> VirtualModule::image(const std::string& kernel) {
  if (const auto known = images_.find(kernel); known != images_.end()) return known->second;
  KernelImage image;
  if (cubin_) {
    for (const CubinFunction& function : cubin_->functions) {
      if (function.name == kernel) image.function = &function;
    }
  }
  if (image.function) {
    TRY(code, analyse_function(*image.function, cubin_->architecture));
    image.code = std::make_shared<const KernelCode>(std::move(code));
  }
  return images_[kernel] = image;
}

}  // namespace whet
