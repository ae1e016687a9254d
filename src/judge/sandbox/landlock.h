// Which files this process may touch, enforced by the kernel (Landlock) and for good.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"

namespace whet {

// Files and directories, these with all they hold. What does not exist is passed over; all that is not named is closed.
struct FileRules {
  std::vector<std::string> readable;
  std::vector<std::string> writable;  // and readable; no device files can be made there
  std::vector<std::string> devices;   // read, write and ioctl
  bool may_execute = false;           // what is readable
  bool may_remove = true;             // files of what is writable; else all that was written can be seen and counted
};

// 0: this kernel has no Landlock.
int landlock_abi();

// Holds for the calling thread and those it starts from now on: call it before any other is there. With ABI 4 TCP is
// closed too; with ABI 6 so are signals to processes outside and abstract sockets. Returns the ABI that took hold; 0
// where there is none.
Result<int> confine_files(const FileRules& rules);

}  // namespace whet
