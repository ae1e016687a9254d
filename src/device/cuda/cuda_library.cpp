#include "device/cuda/cuda_library.h"

#include <dlfcn.h>

namespace whet {

Result<CudaLibrary> CudaLibrary::open(const std::vector<std::string>& names, const std::string& what) {
  CudaLibrary opened;
  opened.what_ = what;
  for (const std::string& name : names) {
    opened.library_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened.library_) return opened;
  }
  return missing(what + " is not on this machine", {}, "use --device virtual:h200, or see `whet doctor`");
}

void* CudaLibrary::symbol(const char* name) const {
  return dlsym(library_, name);
}

Result<CudaLibrary> open_cuda_driver() {
  TRY(driver, CudaLibrary::open({"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"}, "the CUDA driver"));
  using TextOf = int (*)(int, const char**);
  const auto name_of = reinterpret_cast<TextOf>(driver.symbol("cuGetErrorName"));
  const auto text_of = reinterpret_cast<TextOf>(driver.symbol("cuGetErrorString"));
  driver.describe_with([name_of, text_of](int code) {
    const char *name = nullptr, *text = nullptr;
    if (name_of) name_of(code, &name);
    if (text_of) text_of(code, &text);
    return std::string(name ? name : "error " + std::to_string(code)) + (text ? std::string(": ") + text : "");
  });
  return driver;
}

}  // namespace whet
