// Allows one run at a time per kernel of a project. It is an flock, so the operating system releases it when its
// process ends, even by a crash; the file's content only tells others who holds it.
#pragma once

#include <optional>
#include <string>

#include "store/run.h"
#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet::store {

struct LockHolder {
  int pid = 0;
  RunId run = 0;  // 0: not begun yet
};

class RunLock {
 public:
  // `folder` is the project's `.whet`. Does not wait for a live holder: the error names its process and run.
  static Result<RunLock> take(const std::string& folder, const KernelId& kernel);
  // Writes the run into the file for others to read.
  Result<void> tell(RunId run);

 private:
  RunLock(Descriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
  Descriptor file_;
  std::string path_;
};

// The current holder; nothing when the lock is free.
std::optional<LockHolder> lock_holder(const std::string& folder, const KernelId& kernel);

}  // namespace whet::store
