// Limits the files that this process may access, permanently and enforced by the kernel (Landlock).
#pragma once

#include <string>
#include <vector>

#include "util/result.h"

namespace whet {

// Files, and directories with everything in them. Paths that do not exist are skipped; everything else is closed.
struct FileRules {
  std::vector<std::string> readable;
  std::vector<std::string> writable;  // also readable; device files cannot be created there
  std::vector<std::string> devices;   // read, write and ioctl
  bool may_execute = false;           // files that are readable
  bool may_remove = true;             // from writable directories; if not, everything written can be counted
};

// 0: this kernel does not have Landlock.
int landlock_abi();

// Applies to the calling thread and to those it starts later, so it must be called before there are others. ABI 4 also
// closes TCP; ABI 6 also closes signals to other processes and abstract sockets. Returns the ABI in force; 0 without
// Landlock.
Result<int> confine_files(const FileRules& rules);

}  // namespace whet
