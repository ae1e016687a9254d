#include "device/virtual/virtual_module.h"

namespace whet {

Result<std::shared_ptr<VirtualModule>> VirtualModule::load(const Build& build, vgpu::GlobalMemory& memory) {
  auto module = std::make_shared<VirtualModule>();
  TRY(loaded, vgpu::LoadedModule::load(build.ptx, "the kernel's PTX", memory));
  module->loaded_ = std::move(loaded);
  if (!build.cubin.empty()) TRY_VOID(module->set_machine_code(build.cubin));
  return module;
}

Result<void> VirtualModule::set_machine_code(std::string bytes) {
  images_.clear();
  cubin_.reset();
  cubin_bytes_ = std::move(bytes);
  TRY(cubin, read_cubin(as_bytes(cubin_bytes_)));
  cubin_ = std::move(cubin);
  return {};
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
