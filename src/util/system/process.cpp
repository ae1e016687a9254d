#include "util/system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "util/system/exec_pointers.h"
#include "util/system/leavings.h"

extern char** environ;

namespace whet {

namespace {

using SteadyClock = std::chrono::steady_clock;

// Both ends of a pipe, closed on destruction.
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
  void close_read() {
    if (read_end >= 0) ::close(std::exchange(read_end, -1));
  }
  void close_write() {
    if (write_end >= 0) ::close(std::exchange(write_end, -1));
  }
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

// Starts the program in its own process group, so that a timeout also kills its children.
Result<pid_t> start(const ProcessCommand& command, const Pipe& out, const Pipe& err) {
  if (!command.directory.empty() && ::access(command.directory.c_str(), X_OK) != 0) {
    return bad_input("cannot work in the directory `" + command.directory + "`: " + std::strerror(errno));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);
  if (!command.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, command.directory.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);

  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = merged_environment(command);
  pid_t child = -1;
  const int status = ::posix_spawnp(&child, arguments[0].c_str(), &actions, &attributes,
                                    exec_pointers(arguments).data(), exec_pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (status != 0) return missing("cannot start `" + command.argv[0] + "`: " + std::strerror(status));
  return child;
}

// Reads what is available; false when the stream has ended.
bool drain(int descriptor, std::string& into) {
  char buffer[16384];
  const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
  if (got > 0) into.append(buffer, static_cast<size_t>(got));
  return got > 0 || (got < 0 && errno == EINTR);
}

// Waits up to `wait` for output and appends it; true when some arrived or a stream ended.
bool pump(Pipe& out, Pipe& err, std::chrono::milliseconds wait, Finished& finished) {
  pollfd watched[2] = {{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}};
  if (::poll(watched, 2, static_cast<int>(wait.count())) <= 0) return false;
  if (watched[0].revents && !drain(out.read_end, finished.out)) out.close_read();
  if (watched[1].revents && !drain(err.read_end, finished.err)) err.close_read();
  return true;
}

struct Limits {
  SteadyClock::time_point deadline;
  uint64_t output_bytes = 0;
};

// Collects output until the program itself has ended; false at the deadline or above the output limit. Neither a
// program that closes its streams and runs on nor a background child that keeps them open can delay this.
bool collect(pid_t child, Pipe& out, Pipe& err, const Limits& limits, Finished& finished, int& status) {
  const auto deadline = limits.deadline;
  constexpr std::chrono::milliseconds k_idle{20}, k_closing{1};  // between checks whether it has ended
  while (SteadyClock::now() < deadline && finished.out.size() + finished.err.size() <= limits.output_bytes) {
    const bool open = out.read_end >= 0 || err.read_end >= 0;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
    const bool busy = pump(out, err, std::min(left, open ? k_idle : k_closing), finished);
    if (busy && open) continue;
    if (::waitpid(child, &status, WNOHANG) != child) continue;
    while (SteadyClock::now() < deadline && finished.out.size() + finished.err.size() <= limits.output_bytes &&
           pump(out, err, {}, finished)) {
    }
    return true;
  }
  return false;
}

// Kills the whole process group and collects what it had written.
void kill_group(pid_t child, Pipe& out, Pipe& err, Finished& finished, int& status) {
  ::kill(-child, SIGKILL);
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int k_reads = 64;  // a pipe holds no more; one that is still written to must not keep us here
  for (int i = 0; i < k_reads && pump(out, err, {}, finished); ++i) {
  }
}

// access(2) calls a directory executable too.
bool is_program(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
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
  int status = 0;
  const Limits limits{SteadyClock::now() + command.timeout, command.output_bytes};
  add_leaving(child);
  const bool ended = collect(child, out, err, limits, finished, status);
  finished.too_much_output = finished.out.size() + finished.err.size() > command.output_bytes;
  finished.timed_out = !ended && !finished.too_much_output;
  if (!ended) kill_group(child, out, err, finished, status);
  remove_leaving(child);
  if (finished.too_much_output) finished.err += "\nit printed too much and was stopped\n";
  finished.exit_code = exit_code_of(status);
  return finished;
}

std::optional<std::string> SystemProcessRunner::find_program(const std::string& name) const {
  if (name.find('/') != std::string::npos) return is_program(name) ? std::optional(name) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string candidate = directory + "/" + name;
    if (is_program(candidate)) return candidate;
  }
  return std::nullopt;
}

}  // namespace whet
