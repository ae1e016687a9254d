// Calls into a library of NVIDIA's by name, with every step announced and every failure kept with its code and text.
#pragma once

#include <functional>
#include <string>

#include "environment/child.h"
#include "environment/machine.h"

namespace whet {

// A call that failed. Codes of our own are negative.
struct CallFailure {
  static constexpr int k_no_symbol = -1;
  static constexpr int k_no_library = -2;
  static constexpr int k_no_headers = -3;  // built without CUPTI's headers
  std::string step;                        // "cuptiRangeProfilerStart"
  int code = 0;
  std::string text;  // "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
};

// Emits {"failure": {"step", "code", "text"}}.
void emit_failure(const Emit& emit, const CallFailure& failure);

// One opened library whose functions return 0 for success.
class CudaCalls {
 public:
  using Describe = std::function<std::string(int code)>;

  CudaCalls(Libraries& libraries, void* library, const Emit& emit)
      : libraries_(libraries), library_(library), emit_(emit) {}

  // How the library itself names its codes.
  void describe_with(Describe describe) { describe_ = std::move(describe); }

  // Calls `name(arguments...)`; false when it is not there or does not return 0. The arguments' types are the
  // signature: give each exactly the type the function takes.
  template <typename... Arguments>
  bool call(const char* name, Arguments... arguments) {
    emit_(Json(Json::Object{{"step", name}}));
    using Function = int (*)(Arguments...);
    const auto function = reinterpret_cast<Function>(libraries_.symbol(library_, name));
    if (!function) return fail(name, CallFailure::k_no_symbol, "the library has no such function");
    const int code = function(arguments...);
    return code == 0 || fail(name, code, describe_ ? describe_(code) : "");
  }

  // The function of that name, for those that are called otherwise.
  template <typename Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(libraries_.symbol(library_, name));
  }

  // The latest failure; its step is empty when there was none since `forget_failure`.
  const CallFailure& failure() const { return failure_; }
  void forget_failure() { failure_ = {}; }
  std::string path() const { return libraries_.path(library_); }

 private:
  bool fail(const char* step, int code, std::string text) {
    failure_ = {step, code, std::move(text)};
    return false;
  }

  Libraries& libraries_;
  void* library_;
  const Emit& emit_;
  Describe describe_;
  CallFailure failure_;
};

// "CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected", from the driver's own tables.
CudaCalls::Describe driver_describer(const CudaCalls& driver);

// The driver's library: libcuda.so.1 where the loader finds it, else where WSL keeps it; nullptr with the reason.
void* open_driver(Libraries& libraries, std::string& why_not);

}  // namespace whet
