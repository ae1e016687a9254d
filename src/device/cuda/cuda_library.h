// One of NVIDIA's libraries, loaded at run time: the driver, NVML, CUPTI. Functions are called by name, and failures
// become errors with the library's own names for them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "util/result.h"
#include "util/stage_times.h"
#include "util/system/libraries.h"

namespace whet {

// A call that failed.
struct CallFailure {
  static constexpr int k_no_symbol = -1;  // our own codes are negative
  std::string call;                       // "cuptiRangeProfilerStart"
  int code = 0;
  std::string text;  // "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
};

// Is notified of every call: before it is made, so that a call which never returns is known, and when it failed.
class CallObserver {
 public:
  virtual ~CallObserver() = default;
  virtual void begins(const char* call) = 0;
  virtual void failed(const CallFailure& failure) = 0;
};

// How a library is loaded and observed.
struct LibraryAccess {
  Libraries* libraries = &system_libraries();
  CallObserver* observer = nullptr;  // must outlive the library
};

class CudaLibrary {
 public:
  using Describe = std::function<std::string(int code)>;

  // Opens the first of `names` that the loader finds. `what` is its name in errors: "the CUDA driver".
  static Result<CudaLibrary> open(const std::vector<std::string>& names, const std::string& what,
                                  LibraryAccess access = {});

  // Sets how the library describes its codes.
  void describe_with(Describe describe) { describe_ = std::move(describe); }

  // Calls `name(arguments...)`, which returns 0 on success. The argument types form the signature, so they must match
  // the function's exactly.
  template <typename... Arguments>
  Result<void> call(const char* name, Arguments... arguments) const {
    using Function = int (*)(Arguments...);
    if (access_.observer) access_.observer->begins(name);
    const auto function = reinterpret_cast<Function>(symbol(name));
    if (!function) return no_symbol(name);
    const StageTimer timer(name);
    const int code = function(arguments...);
    if (code == 0) return {};
    return failure(name, code);
  }
  void* symbol(const char* name) const { return access_.libraries->symbol(library_, name); }
  // The file that it was loaded from.
  std::string path() const { return access_.libraries->path(library_); }

 private:
  Error no_symbol(const char* name) const;
  Error failure(const char* name, int code) const;

  LibraryAccess access_;
  void* library_ = nullptr;
  std::string what_;
  Describe describe_;
};

// libcuda, with its own names for errors.
Result<CudaLibrary> open_cuda_driver(LibraryAccess access = {});

}  // namespace whet
