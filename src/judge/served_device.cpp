#include "judge/served_device.h"

#include <dlfcn.h>

#include <cstdlib>

#include "device/cuda_library.h"
#include "util/files.h"
#include "util/self.h"

namespace whet {

namespace {

constexpr const char* k_runtime = "libcudart.so.13";

// The library is whet's own, of the same build and beside it: a Device of its is one of ours. It stays loaded, and the
// candidate's library finds it under its name.
Result<Device*> runtime_device(const std::string& name) {
  const std::string path = join_path(directory_of(own_path()), k_runtime);
  ::setenv("WHET_DEVICE", name.c_str(), 1);
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  const auto device = library ? reinterpret_cast<Device* (*)()>(::dlsym(library, "whet_cudart_device")) : nullptr;
  if (!device) {
    return missing("host code on a virtual GPU needs whet's CUDA runtime, which is not beside whet", path,
                   "build it with the CUDA toolkit's headers present, or judge on a real GPU");
  }
  if (Device* const opened = device()) return opened;
  return bad_input("whet's CUDA runtime cannot be `" + name + "`");
}

}  // namespace

Result<ServedDevice> ServedDevice::open(const ServedOptions& options, const Knowledge& knowledge) {
  ServedDevice served;
  if (options.host_code && virtual_gpu_name(options.device)) {
    TRY(device, runtime_device(options.device));
    served.device_ = device;
    return served;
  }
  TRY(opened, open_device(options.device, options.virtual_options, knowledge));
  served.owned_ = std::move(opened.device);
  served.device_ = served.owned_.get();
  return served;
}

Result<void> ServedDevice::wait() const {
  if (device_->facts().is_virtual) return {};
  static const auto driver = open_cuda_driver();
  if (!driver) return driver.error();
  return driver->call("cuCtxSynchronize");
}

}  // namespace whet
