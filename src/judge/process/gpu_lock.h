// One holder per GPU, among all processes of the user: two that time at once would both measure nonsense.
#pragma once

#include <chrono>
#include <string>

#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet {

// Held as long as it lives; the kernel lets go when the process ends, however it does.
class GpuLock {
 public:
  // `gpu` is what tells it from the others: its UUID, or "cuda:0". Waits up to `patience`; then the error names the
  // process that has it. `directory` empty: the user's runtime directory.
  static Result<GpuLock> take(const std::string& gpu, std::chrono::milliseconds patience,
                              const std::string& directory = {});

 private:
  explicit GpuLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

// $XDG_RUNTIME_DIR/whet, else a directory of this user alone under /tmp; made where it is not there.
Result<std::string> runtime_directory();

}  // namespace whet
