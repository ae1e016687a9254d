#include "util/forked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace whet {

namespace {

using SteadyClock = std::chrono::steady_clock;

[[noreturn]] void answer(int to, const std::function<std::string()>& work) {
  const std::string bytes = work();
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = write(to, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR) _exit(1);
    if (count > 0) done += static_cast<size_t>(count);
  }
  _exit(0);
}

// Everything up to the end of the pipe; false past the deadline.
bool read_all(int from, SteadyClock::time_point deadline, std::string& bytes) {
  char piece[1 << 16];
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now()).count();
    pollfd waiting{from, POLLIN, 0};
    if (left <= 0) return false;
    if (poll(&waiting, 1, static_cast<int>(std::min<int64_t>(left, 1'000'000))) <= 0) continue;
    const ssize_t count = read(from, piece, sizeof piece);
    if (count == 0) return true;
    if (count > 0) bytes.append(piece, static_cast<size_t>(count));
  }
}

}  // namespace

Result<std::string> run_forked(const std::function<std::string()>& work, std::chrono::milliseconds limit) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return failed(fmt::format("no pipe: {}", std::strerror(errno)));
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]), close(ends[1]);
    return failed(fmt::format("no process: {}", std::strerror(errno)));
  }
  if (child == 0) {
    close(ends[0]);
    answer(ends[1], work);
  }
  close(ends[1]);
  std::string bytes;
  const bool in_time = read_all(ends[0], SteadyClock::now() + limit, bytes);
  if (!in_time) kill(child, SIGKILL);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) return failed(fmt::format("it took longer than {} s", limit.count() / 1000));
  if (WIFSIGNALED(status)) return failed(fmt::format("it crashed: {}", strsignal(WTERMSIG(status))));
  if (WEXITSTATUS(status) != 0) return failed(fmt::format("it ended with {}", WEXITSTATUS(status)));
  return bytes;
}

}  // namespace whet
