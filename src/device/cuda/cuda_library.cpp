#include "device/cuda/cuda_library.h"

namespace whet {

Result<CudaLibrary> CudaLibrary::open(const std::vector<std::string>& names, const std::string& what,
                                      LibraryAccess access) {
  CudaLibrary opened;
  opened.what_ = what;
  opened.access_ = access;
  std::string why_not;
  for (const std::string& name : names) {
    opened.library_ = access.libraries->open(name, why_not);
    if (opened.library_) return opened;
  }
  return missing(what + " is not on this machine", {}, "use --device virtual:h200, or see `whet doctor`");
}

Error CudaLibrary::no_symbol(const char* name) const {
  if (access_.observer) access_.observer->failed({name, CallFailure::k_no_symbol, "the library has no such function"});
  return missing(what_ + " has no `" + name + "`", {}, "update the driver");
}

Error CudaLibrary::failure(const char* name, int code) const {
  const std::string text = describe_ ? describe_(code) : "code " + std::to_string(code);
  if (access_.observer) access_.observer->failed({name, code, text});
  return failed(std::string(name) + " failed: " + text);
}

Result<CudaLibrary> open_cuda_driver(LibraryAccess access) {
  TRY(driver, CudaLibrary::open({"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"}, "the CUDA driver", access));
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
