#include "mind/command/command_output.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace whet {

namespace {

constexpr size_t k_kept_errors = 16 << 10;  // bytes

// Whether the child has ended; it is not reaped, so that its process group keeps its number.
bool has_exited(pid_t child) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

class OutputPump {
 public:
  OutputPump(const ChildProcess& child, CommandOutput& output)
      : output_(output), watched_{{child.output(), POLLIN, 0}, {child.errors(), POLLIN, 0}} {}

  // Waits up to `wait` and reads what has come; false when there was nothing.
  bool read_some(std::chrono::milliseconds wait) {
    if (::poll(watched_, 2, static_cast<int>(wait.count())) <= 0) return false;
    const bool said = read_from(watched_[0], output_.text), complained = read_from(watched_[1], output_.errors);
    if (output_.errors.size() > 2 * k_kept_errors) output_.errors.erase(0, output_.errors.size() - k_kept_errors);
    return said || complained;
  }

 private:
  // A stream that has ended is no longer watched: poll passes over a negative number.
  static bool read_from(pollfd& watched, std::string& text) {
    if (watched.fd < 0 || !watched.revents) return false;
    char bytes[16384];
    const ssize_t got = ::read(watched.fd, bytes, sizeof bytes);
    if (got > 0) text.append(bytes, static_cast<size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) watched.fd = -1;
    return got > 0;
  }

  CommandOutput& output_;
  pollfd watched_[2];
};

}  // namespace

CommandOutput collect_output(ChildProcess& child, std::chrono::milliseconds limit, size_t most_bytes,
                             const std::function<bool()>& stopped) {
  constexpr std::chrono::milliseconds k_look_up{20};
  const auto deadline = std::chrono::steady_clock::now() + limit;
  CommandOutput output;
  OutputPump pump(child, output);
  while (true) {
    const bool has_ended = has_exited(child.pid());
    const bool has_read = pump.read_some(has_ended ? std::chrono::milliseconds(0) : k_look_up);
    if (output.text.size() > most_bytes)
      output.end = CommandOutput::End::too_much;
    else if (has_ended && !has_read)
      break;  // what a child of the command prints later does not count
    else if (std::chrono::steady_clock::now() > deadline)
      output.end = CommandOutput::End::too_long;
    else if (stopped && stopped())
      output.end = CommandOutput::End::given_up;
    if (output.end != CommandOutput::End::exited) break;
  }
  const ChildEnd end =
      output.end == CommandOutput::End::exited ? child.end(std::chrono::milliseconds(0)) : child.kill();
  output.exit_code = end.exit_code;
  output.signal = end.signal;
  return output;
}

}  // namespace whet
