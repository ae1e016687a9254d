// One holder per GPU among all processes of the user: two that time at once would disturb each other.
#pragma once

#include <chrono>
#include <string>

#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet {

// Held as long as the object lives; the kernel releases it when the process ends in any way.
class GpuLock {
 public:
  // `gpu` identifies it: its UUID, or "cuda:0". Waits up to `patience`; then the error names the process that holds it.
  // `directory` empty: the user's runtime directory.
  static Result<GpuLock> take(const std::string& gpu, std::chrono::milliseconds patience,
                              const std::string& directory = {});

 private:
  explicit GpuLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

// $XDG_RUNTIME_DIR/whet, else a private directory of this user under /tmp; created if missing.
Result<std::string> runtime_directory();

}  // namespace whet
