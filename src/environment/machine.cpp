#include "environment/machine.h"

#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string_view>

extern char** environ;

namespace whet {

namespace {

// From linux/landlock.h, which older build hosts lack; the number is the same on every architecture.
constexpr long k_landlock_create_ruleset = 444;
constexpr unsigned k_landlock_version_flag = 1;

}  // namespace

int SystemKernel::landlock_abi() {
  const long version = ::syscall(k_landlock_create_ruleset, nullptr, 0, k_landlock_version_flag);
  return version > 0 ? static_cast<int>(version) : 0;
}

bool SystemKernel::seccomp_filters() {
  const uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

// Tries it in a child, which makes only system calls and is therefore safe in a process with threads. The mount
// namespace is included, because some distributions allow a user namespace without any rights in it.
bool SystemKernel::user_namespaces() {
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) ::_exit(::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 ? 0 : 1);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool SystemKernel::may_write(const std::string& path) {
  return ::access(path.c_str(), W_OK) == 0;
}

std::map<std::string, std::string> environment_variables() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

}  // namespace whet
