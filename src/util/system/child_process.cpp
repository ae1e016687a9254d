#include "util/system/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "util/system/exec_pointers.h"
#include "util/system/leavings.h"

namespace whet {

namespace {

struct Ends {
  Descriptor ours, theirs;
};

Result<Ends> make_socket() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return failed(std::string("cannot make a socket for a child process: ") + std::strerror(errno));
  }
  Ends made{Descriptor(ends[0]), Descriptor(ends[1])};
  ::fcntl(made.ours.number(), F_SETFL, O_NONBLOCK);
  return made;
}

Result<Ends> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return failed(std::string("cannot make a pipe for a child process: ") + std::strerror(errno));
  }
  Ends made{Descriptor(ends[0]), Descriptor(ends[1])};
  ::fcntl(made.ours.number(), F_SETFL, O_NONBLOCK);
  return made;
}

// The descriptors that the child inherits. Their numbers here all lie above those that the child finds them at.
struct Passed {
  Descriptor output, errors, socket, memory, link;  // without `errors`, stderr is `output`
};

// No source descriptor has a number from 0 to 5, so dup2 cannot overwrite one that is still needed; everything above
// the last number used is closed.
void add_actions(posix_spawn_file_actions_t& actions, const ChildCommand& command, const Passed& passed) {
  posix_spawn_file_actions_adddup2(&actions, passed.output.number(), STDOUT_FILENO);
  const Descriptor& errors = passed.errors.is_open() ? passed.errors : passed.output;
  posix_spawn_file_actions_adddup2(&actions, errors.number(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, passed.socket.number(), k_child_socket);
  if (passed.memory.is_open()) posix_spawn_file_actions_adddup2(&actions, passed.memory.number(), k_child_memory);
  if (passed.link.is_open()) posix_spawn_file_actions_adddup2(&actions, passed.link.number(), k_child_link);
  const int unused = passed.link.is_open() ? k_child_link + 1 : passed.memory.is_open() ? k_child_link : k_child_memory;
  posix_spawn_file_actions_addclosefrom_np(&actions, unused);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!command.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, command.directory.c_str());
}

// A copy of the descriptor with a number above those the child uses.
Descriptor moved_up(int descriptor) {
  return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, k_child_link + 1));
}

ChildEnd end_of(int status) {
  if (WIFSIGNALED(status)) return {128 + WTERMSIG(status), WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const ChildCommand& command) {
  TRY(socket, make_socket());
  TRY(output, make_pipe());
  TRY(errors, command.errors_apart ? make_pipe() : Result<Ends>(Ends{}));
  const Passed passed{moved_up(output.theirs.number()),
                      command.errors_apart ? moved_up(errors.theirs.number()) : Descriptor(),
                      moved_up(socket.theirs.number()), command.memory < 0 ? Descriptor() : moved_up(command.memory),
                      command.link < 0 ? Descriptor() : moved_up(command.link)};
  if (!passed.output.is_open() || !passed.socket.is_open() || (command.memory >= 0 && !passed.memory.is_open()))
    return failed("too many files are open to start a process");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  add_actions(actions, command, passed);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  sigset_t usual;  // a server ignores this signal; its children should not
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  std::vector<std::string> arguments = command.argv, environment;
  for (const auto& [name, value] : command.environment) environment.push_back(name + "=" + value);
  pid_t pid = -1;
  const int status = ::posix_spawn(&pid, arguments[0].c_str(), &actions, &attributes, exec_pointers(arguments).data(),
                                   exec_pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (status != 0) return missing("cannot start `" + command.argv[0] + "`: " + std::strerror(status));
  add_leaving(pid, command.ends_gently);
  return ChildProcess(pid, std::move(socket.ours), std::move(output.ours), std::move(errors.ours));
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      end_(other.end_),
      socket_(std::move(other.socket_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)) {}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) (void)kill();
}

std::optional<ChildEnd> ChildProcess::ended(std::chrono::milliseconds wait) {
  const auto deadline = std::chrono::steady_clock::now() + wait;
  while (!end_) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      end_ = end_of(status);
      remove_leaving(pid_);
    } else if (std::chrono::steady_clock::now() >= deadline) {
      return std::nullopt;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return end_;
}

ChildEnd ChildProcess::kill() {
  if (end_) return *end_;
  ::kill(-pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  end_ = end_of(status);
  remove_leaving(pid_);
  return *end_;
}

// The child is reaped only after its group was killed: until then nobody else can have the group's number.
ChildEnd ChildProcess::end(std::chrono::milliseconds patience) {
  if (end_) return *end_;
  const auto deadline = std::chrono::steady_clock::now() + patience;
  ::kill(pid_, SIGTERM);
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0 &&
         std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return kill();
}

ChildEnd ChildProcess::hang_up(std::chrono::milliseconds patience) {
  socket_ = Descriptor();
  if (const auto end = ended(patience)) return *end;
  return kill();
}

}  // namespace whet
