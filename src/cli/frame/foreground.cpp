#include "cli/frame/foreground.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace whet {

namespace {

// Ignores Ctrl-C and Ctrl-\ while the program runs: the terminal sends them to every process, and only the program
// should react.
class KeysIgnored {
 public:
  KeysIgnored() {
    for (size_t i = 0; i < k_keys.size(); ++i) before_[i] = ::signal(k_keys[i], SIG_IGN);
  }
  ~KeysIgnored() { restore(); }
  void restore() const {
    for (size_t i = 0; i < k_keys.size(); ++i) ::signal(k_keys[i], before_[i]);
  }

 private:
  static constexpr std::array<int, 2> k_keys{SIGINT, SIGQUIT};
  std::array<sighandler_t, 2> before_{};
};

// Runs in the child; returns only if the program could not be started.
void become(const ProcessCommand& command) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  for (const auto& [name, value] : command.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments;
  for (const std::string& argument : command.argv) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments.front(), arguments.data());
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Result<int> run_in_foreground(const ProcessCommand& command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failed(std::string("cannot start a program: ") + std::strerror(errno));
  std::fflush(nullptr);
  const KeysIgnored ignored;
  const pid_t child = ::fork();
  if (child == 0) {
    ignored.restore();
    become(command);
    const int reason = errno;
    (void)!::write(ends[1], &reason, sizeof reason);
    ::_exit(127);
  }
  ::close(ends[1]);
  int reason = child < 0 ? errno : 0;
  const bool refused = child < 0 || ::read(ends[0], &reason, sizeof reason) == sizeof reason;
  ::close(ends[0]);
  const int code = child < 0 ? 0 : wait_for(child);
  if (refused) return bad_input("cannot start `" + command.argv.front() + "`: " + std::strerror(reason));
  return code;
}

}  // namespace whet
