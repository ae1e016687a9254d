#include "util/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

extern char** environ;

namespace whet {

namespace {

using SteadyClock = std::chrono::steady_clock;

// Both ends of a pipe, closed when it goes.
struct Pipe {
  int read_end = -1;
  int write_end = -1;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == 0) read_end = ends[0], write_end = ends[1];
  }
  ~Pipe() { close_read(), close_write(); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_read() { if (read_end >= 0) ::close(std::exchange(read_end, -1)); }
  void close_write() { if (write_end >= 0) ::close(std::exchange(write_end, -1)); }
};

std::vector<std::string> merged_environment(const ProcessCommand& command) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text(*entry);
    bool replaced = false;
    for (const auto& [name, value] : command.environment) replaced |= text.starts_with(name + "=");
    if (!replaced) merged.emplace_back(text);
  }
  for (const auto& [name, value] : command.environment) merged.push_back(name + "=" + value);
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& text : strings) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

// Starts the program in a process group of its own, so that a timeout takes its children with it.
Result<pid_t> start(const ProcessCommand& command, const Pipe& out, const Pipe& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);
  if (!command.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, command.directory.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);

  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = merged_environment(command);
  pid_t child = -1;
  const int status = ::posix_spawnp(&child, arguments[0].c_str(), &actions, &attributes, pointers(arguments).data(),
                                    pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (status != 0) return missing("cannot start `" + command.argv[0] + "`: " + std::strerror(status));
  return child;
}

// Reads what is there; false when the stream has ended.
bool drain(int descriptor, std::string& into) {
  char buffer[16384];
  const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
  if (got > 0) into.append(buffer, static_cast<size_t>(got));
  return got > 0 || (got < 0 && errno == EINTR);
}

// Collects both streams until they end or the deadline passes; false at the deadline.
bool collect(Pipe& out, Pipe& err, SteadyClock::time_point deadline, Finished& finished) {
  while (out.read_end >= 0 || err.read_end >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now());
    if (left.count() <= 0) return false;
    pollfd watched[2] = {{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}};
    if (::poll(watched, 2, static_cast<int>(left.count())) < 0 && errno != EINTR) return true;
    if (watched[0].revents && !drain(out.read_end, finished.out)) out.close_read();
    if (watched[1].revents && !drain(err.read_end, finished.err)) err.close_read();
  }
  return true;
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result<Finished> SystemProcessRunner::run(const ProcessCommand& command) {
  Pipe out, err;
  TRY(child, start(command, out, err));
  out.close_write();
  err.close_write();
  Finished finished;
  finished.timed_out = !collect(out, err, SteadyClock::now() + command.timeout, finished);
  if (finished.timed_out) ::kill(-child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  finished.exit_code = exit_code_of(status);
  return finished;
}

std::optional<std::string> SystemProcessRunner::find_program(const std::string& name) const {
  if (name.find('/') != std::string::npos) {
    return ::access(name.c_str(), X_OK) == 0 ? std::optional(name) : std::nullopt;
  }
  const char* path = std::getenv("PATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string candidate = directory + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

}  // namespace whet
