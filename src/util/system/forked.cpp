#include "util/system/forked.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

namespace whet {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int k_pipe_bytes = 1 << 20;

void write_or_exit(int to, const char* bytes, size_t size) {
  size_t done = 0;
  while (done < size) {
    const ssize_t count = write(to, bytes + done, size - done);
    if (count < 0 && errno != EINTR) _exit(1);
    if (count > 0) done += static_cast<size_t>(count);
  }
}

// An answer with its size in front.
void send(int to, const std::string& bytes) {
  const uint64_t size = bytes.size();
  write_or_exit(to, reinterpret_cast<const char*>(&size), sizeof size);
  write_or_exit(to, bytes.data(), bytes.size());
}

// A child whose parent was killed ends too, even at work: nobody is left to do it.
void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
}

[[noreturn]] void answer(int to, pid_t parent, const std::function<std::string()>& work) {
  end_with(parent);
  send(to, work());
  _exit(0);
}

// All other descriptors are closed: a process that waits for the end of an inherited pipe or socket would otherwise
// wait for this child.
[[noreturn]] void answer_all(int to, pid_t parent, size_t count, const std::function<std::string(size_t)>& work) {
  constexpr int k_first_own = 3;
  end_with(parent);
  if (to != k_first_own && dup2(to, k_first_own) < 0) _exit(1);
  close_range(k_first_own + 1, ~0u, 0);
  for (size_t i = 0; i < count; ++i) send(k_first_own, work(i));
  _exit(0);
}

// When a child's time is over. It cannot use more processor time than passes on the wall, so whoever waits for what is
// left of the one need not look at it before.
class Deadline {
 public:
  Deadline(pid_t child, const WorkLimit& limit) : end_(SteadyClock::now() + limit.wall), processor_(limit.processor) {
    if (processor_ && clock_getcpuclockid(child, &clock_) != 0) processor_.reset();
  }

  int64_t left_ms() const {
    const auto wall = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - SteadyClock::now()).count();
    timespec used{};
    if (!processor_ || clock_gettime(clock_, &used) != 0) return wall;
    return std::min<int64_t>(wall, processor_->count() - used.tv_sec * 1000 - used.tv_nsec / 1'000'000);
  }

 private:
  SteadyClock::time_point end_;
  std::optional<std::chrono::milliseconds> processor_;
  clockid_t clock_ = 0;
};

// Reads what is available, at most `most` bytes; 0 at the end of the pipe, negative past the deadline.
ssize_t read_some(int from, const Deadline& deadline, char* to, size_t most) {
  while (true) {
    const int64_t left = deadline.left_ms();
    pollfd waiting{from, POLLIN, 0};
    if (left <= 0) return -1;
    if (poll(&waiting, 1, static_cast<int>(std::min<int64_t>(left, 1'000'000))) <= 0) continue;
    const ssize_t count = read(from, to, most);
    if (count >= 0) return count;
  }
}

Result<void> read_exactly(int from, const Deadline& deadline, char* to, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t count = read_some(from, deadline, to + done, size - done);
    if (count == 0) return failed("it ended before it had answered");
    if (count < 0) return failed("it took too long");
    done += static_cast<size_t>(count);
  }
  return {};
}

// What was sent with its size in front.
Result<std::string> received(int from, const Deadline& deadline) {
  constexpr uint64_t k_most = 1ull << 36;  // the child runs code that is not ours
  uint64_t size = 0;
  TRY_VOID(read_exactly(from, deadline, reinterpret_cast<char*>(&size), sizeof size));
  if (size > k_most) return failed("its answer has no sensible size");
  std::string bytes(size, '\0');
  TRY_VOID(read_exactly(from, deadline, bytes.data(), bytes.size()));
  return bytes;
}

// Whether the other side closes in time; what it still says is dropped.
bool reads_end(int from, const Deadline& deadline) {
  char piece[1 << 12];
  ssize_t count = 1;
  while (count > 0) count = read_some(from, deadline, piece, sizeof piece);
  return count == 0;
}

void end_child(pid_t child) {
  kill(child, SIGKILL);
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

Result<std::string> run_forked(const std::function<std::string()>& work, WorkLimit limit) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return failed(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t parent = getpid(), child = fork();
  if (child < 0) {
    close(ends[0]), close(ends[1]);
    return failed(fmt::format("cannot start a process: {}", std::strerror(errno)));
  }
  if (child == 0) {
    close(ends[0]);
    answer(ends[1], parent, work);
  }
  close(ends[1]);
  (void)fcntl(ends[0], F_SETPIPE_SZ, k_pipe_bytes);  // a smaller pipe works too
  const Deadline deadline(child, limit);
  auto bytes = received(ends[0], deadline);
  const bool in_time = reads_end(ends[0], deadline);
  if (!in_time) kill(child, SIGKILL);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time)
    return failed(fmt::format("it took longer than {} s", limit.processor.value_or(limit.wall).count() / 1000));
  if (WIFSIGNALED(status)) return failed(fmt::format("it crashed: {}", strsignal(WTERMSIG(status))));
  if (WEXITSTATUS(status) != 0) return failed(fmt::format("it ended with {}", WEXITSTATUS(status)));
  return bytes;
}

std::unique_ptr<ForkedAnswers> ForkedAnswers::start(size_t count, const std::function<std::string(size_t)>& work) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return nullptr;
  const pid_t parent = getpid(), child = fork();
  if (child == 0) answer_all(ends[1], parent, count, work);
  close(ends[1]);
  if (child > 0) {
    (void)fcntl(ends[0], F_SETPIPE_SZ, k_pipe_bytes);  // a smaller pipe works too
    return std::unique_ptr<ForkedAnswers>(new ForkedAnswers(child, ends[0]));
  }
  close(ends[0]);
  return nullptr;
}

ForkedAnswers::~ForkedAnswers() {
  end_child(child_);
  close(from_);
}

Result<std::string> ForkedAnswers::next(WorkLimit limit) {
  return received(from_, Deadline(child_, limit));
}

}  // namespace whet
