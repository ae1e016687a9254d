// A library of NVIDIA's, opened at run time; calls go by name and failures come back as errors with their names.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "util/result.h"

namespace whet {

class CudaLibrary {
 public:
  using Describe = std::function<std::string(int code)>;

  // The first of `names` that the loader finds. `what` is how an error calls it: "the CUDA driver".
  static Result<CudaLibrary> open(const std::vector<std::string>& names, const std::string& what);

  // How the library itself names its codes.
  void describe_with(Describe describe) { describe_ = std::move(describe); }

  // Calls `name(arguments...)`, which returns 0 for success. The arguments' types are the signature: give each exactly
  // the type the function takes.
  template <typename... Arguments>
  Result<void> call(const char* name, Arguments... arguments) const {
    using Function = int (*)(Arguments...);
    const auto function = reinterpret_cast<Function>(symbol(name));
    if (!function) return missing(what_ + " has no `" + name + "`", {}, "update the driver");
    const int code = function(arguments...);
    if (code == 0) return {};
    return failed(std::string(name) + " failed: " + (describe_ ? describe_(code) : "code " + std::to_string(code)));
  }
  void* symbol(const char* name) const;

 private:
  void* library_ = nullptr;  // stays open to the end of the process
  std::string what_;
  Describe describe_;
};

// libcuda, with its own names for errors.
Result<CudaLibrary> open_cuda_driver();

}  // namespace whet
