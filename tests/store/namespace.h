// A process that may mount file systems of its own, without being root.
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <string>

#include "util/system/descriptor.h"

namespace whet::store::test {

inline bool write_text(const char* path, const std::string& text) {
  const Descriptor file(::open(path, O_WRONLY));
  return ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Root in a user namespace of its own may mount; false where that is not allowed.
inline bool become_root() {
  const std::string user = "0 " + std::to_string(::getuid()) + " 1", group = "0 " + std::to_string(::getgid()) + " 1";
  return ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && write_text("/proc/self/uid_map", user) &&
         write_text("/proc/self/setgroups", "deny") && write_text("/proc/self/gid_map", group);
}

}  // namespace whet::store::test
