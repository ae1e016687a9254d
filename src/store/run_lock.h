// One run at a time for one kernel of a project. The lock is the kernel's (flock): it ends with its process, however
// that ends, and what the file says is only there to tell others who has it.
#pragma once

#include <optional>
#include <string>

#include "store/run.h"
#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet::store {

struct LockHolder {
  int pid = 0;
  RunId run = 0;  // 0: it has not begun one yet
};

class RunLock {
 public:
  // `folder` is the project's `.whet`. The error names the process and the run that have it; nobody who is alive is
  // waited for.
  static Result<RunLock> take(const std::string& folder, const KernelId& kernel);
  // So that others can be told.
  Result<void> tell(RunId run);

 private:
  RunLock(Descriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
  Descriptor file_;
  std::string path_;
};

// Who has it now; nothing when nobody does.
std::optional<LockHolder> lock_holder(const std::string& folder, const KernelId& kernel);

}  // namespace whet::store
