#include "judge/process/runner_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "judge/process/message_members.h"
#include "judge/sandbox/sandbox.h"
#include "util/text.h"

namespace whet {

namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds k_between_looks{20};  // interval of checks of memory during a call
constexpr std::chrono::milliseconds k_between_disk_looks{100};
constexpr std::chrono::milliseconds k_to_die{500};  // from the end of its socket to its own end
constexpr size_t k_shown_output = 2000;
constexpr uint64_t k_window_bytes = 32 << 20;  // pages that are not written to cost nothing

// The last lines of what was printed, for an error's details.
std::string tail_of(const std::string& printed) {
  const std::string_view text = trim(printed);
  if (text.empty()) return {};
  return "it printed:\n" + shown_text(text.substr(text.size() - std::min(text.size(), k_shown_output))) + "\n";
}

}  // namespace

// A request in progress.
struct RunnerProcess::Exchange {
  std::string head;
  std::span<const std::string_view> blobs;
  MessageReader reader;
  SteadyClock::time_point deadline;
  SteadyClock::time_point next_look;
  uint64_t id = 0;
  size_t part = 0;  // the part being sent: the head, then the blobs
  size_t sent = 0;  // bytes of it

  bool all_sent() const { return part > blobs.size(); }
  std::string_view rest() const { return (part == 0 ? std::string_view(head) : blobs[part - 1]).substr(sent); }
  void advance(size_t bytes) {
    sent += bytes;
    while (!all_sent() && rest().empty()) ++part, sent = 0;
  }
};

RunnerProcess::RunnerProcess(ChildProcess child, PrivateDirectory directory, std::optional<SharedMemory> window,
                             const Watch& watch)
    : directory_(std::move(directory)),
      window_(std::move(window)),
      child_(std::move(child)),
      memory_file_(::open(fmt::format("/proc/{}/statm", child_.pid()).c_str(), O_RDONLY | O_CLOEXEC)),
      watch_(watch) {}

Result<std::unique_ptr<RunnerProcess>> RunnerProcess::start(const std::string& program, const Watch& watch, int link) {
  TRY(directory, PrivateDirectory::make("whet-runner"));
  TRY(window, SharedMemory::make(k_window_bytes));
  const ChildCommand command{
      {program, "runner"}, directory.path(), confined_environment(directory.path()), window.descriptor(), link};
  TRY(child, ChildProcess::start(command));
  return std::unique_ptr<RunnerProcess>(
      new RunnerProcess(std::move(child), std::move(directory), std::move(window), watch));
}

Result<std::unique_ptr<RunnerProcess>> RunnerProcess::start_program(std::vector<std::string> argv, const Watch& watch) {
  TRY(directory, PrivateDirectory::make("whet-runner"));
  ChildCommand command{std::move(argv), directory.path(), {}};
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals != std::string_view::npos)
      command.environment.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  TRY(child, ChildProcess::start(command));
  return std::unique_ptr<RunnerProcess>(new RunnerProcess(std::move(child), std::move(directory), std::nullopt, watch));
}

Error RunnerProcess::end(RunnerFailure failure, std::string what) {
  failure_ = failure;
  child_.kill();
  Error error = failed(std::move(what));
  error.details = tail_of(printed_);
  return error;
}

Error RunnerProcess::ended_by_itself() {
  const auto ended = child_.ended(k_to_die);
  (void)take_output();
  if (!ended) return end(RunnerFailure::garbled, "the runner closed its connection");
  return end(failure_of(*ended), "the runner " + describe(*ended));
}

Result<Message> RunnerProcess::exchange(Json head, std::span<const std::string_view> blobs, const MessageLimits& limits,
                                        std::chrono::milliseconds deadline) {
  printed_.clear();
  char stray = 0;
  const ssize_t waiting = ::recv(child_.socket(), &stray, 1, MSG_PEEK | MSG_DONTWAIT);
  if (waiting == 0) return ended_by_itself();
  if (waiting > 0) return end(RunnerFailure::garbled, "the runner sent something nobody had asked for");
  const uint64_t id = next_id();
  head["id"] = id;
  const auto now = SteadyClock::now();
  Exchange exchange{
      encode_head(std::move(head), blobs), blobs, MessageReader(limits), now + deadline, now + k_between_looks, id};
  while (!exchange.reader.complete()) {
    TRY_VOID(step(exchange));
    if (!exchange.reader.complete() && SteadyClock::now() >= exchange.deadline) {
      (void)take_output();
      return end(RunnerFailure::hung, fmt::format("the runner gave no answer within {:.3g} s",
                                                  std::chrono::duration<double>(deadline).count()));
    }
  }
  TRY_VOID(take_output());
  TRY_VOID(check_disk());
  Message answer = exchange.reader.take();
  const Json* answered = answer.head.find("id");
  if (!answered || !answered->as_integer() || static_cast<uint64_t>(*answered->as_integer()) != id) {
    return end(RunnerFailure::garbled, "the runner answered something it had not been asked");
  }
  return answer;
}

// Ids are random, so that nothing can answer a request before it was sent.
uint64_t RunnerProcess::next_id() {
  return (static_cast<uint64_t>(random_()) << 31 | random_() >> 1) >> 1;
}

// Waits for the next event and handles it.
Result<void> RunnerProcess::step(Exchange& exchange) {
  const short wanted = exchange.all_sent() ? POLLIN : POLLIN | POLLOUT;
  pollfd watched[2] = {{child_.socket(), wanted, 0}, {output_open_ ? child_.output() : -1, POLLIN, 0}};
  const auto until = std::min(exchange.deadline, exchange.next_look);
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(until - SteadyClock::now());
  if (::poll(watched, 2, static_cast<int>(std::max<int64_t>(0, wait.count()))) < 0 && errno != EINTR) {
    return end(RunnerFailure::garbled, std::string("the runner cannot be waited for: ") + std::strerror(errno));
  }
  if (SteadyClock::now() >= exchange.next_look) {
    exchange.next_look = SteadyClock::now() + k_between_looks;
    TRY_VOID(check_memory());
    if (other_) TRY_VOID(other_->check_memory());
    TRY_VOID(check_disk());
  }
  if (watched[1].revents) TRY_VOID(take_output());
  if (watched[0].revents & POLLOUT) TRY_VOID(send_some(exchange));
  if (watched[0].revents & (POLLIN | POLLHUP | POLLERR)) TRY_VOID(receive_some(exchange));
  return {};
}

Result<void> RunnerProcess::send_some(Exchange& exchange) {
  const std::string_view rest = exchange.rest();
  const ssize_t sent = ::send(child_.socket(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent > 0) exchange.advance(static_cast<size_t>(sent));
  if (sent < 0 && errno != EAGAIN && errno != EINTR) return ended_by_itself();
  return {};
}

Result<void> RunnerProcess::receive_some(Exchange& exchange) {
  const auto room = exchange.reader.room();
  const ssize_t got = ::recv(child_.socket(), room.data(), room.size(), MSG_DONTWAIT);
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return ended_by_itself();
  if (got < 0) return {};
  if (!exchange.all_sent()) return end(RunnerFailure::garbled, "the runner answered before it was asked");
  const auto taken = exchange.reader.filled(static_cast<uint64_t>(got));
  return taken ? taken : end(RunnerFailure::garbled, "the runner's answer is not valid: " + taken.error().what);
}

Result<void> RunnerProcess::take_output() {
  char buffer[16384];
  while (output_open_) {
    const ssize_t got = ::read(child_.output(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    if (got == 0) output_open_ = false;
    printed_.append(buffer, static_cast<size_t>(got));
    if (printed_.size() > watch_.output_bytes) {
      return end(RunnerFailure::too_much_output, "the runner printed more than " +
                                                     format_bytes(static_cast<double>(watch_.output_bytes)) +
                                                     " during one call");
    }
  }
  return {};
}

// Checked at intervals during a call: a runner can exceed the limit by what a disk writes in one interval.
Result<void> RunnerProcess::check_disk() {
  const auto now = SteadyClock::now();
  if (watch_.disk_bytes == 0 || now < next_disk_look_) return {};
  next_disk_look_ = now + k_between_disk_looks;
  uint64_t bytes = 0, files = 0;
  std::error_code error;
  namespace fs = std::filesystem;
  for (fs::recursive_directory_iterator entry(directory(), fs::directory_options::skip_permission_denied, error), end;
       !error && entry != end; entry.increment(error)) {
    struct stat status{};
    if (::lstat(entry->path().c_str(), &status) == 0) bytes += static_cast<uint64_t>(status.st_blocks) * 512;
    if (++files > watch_.files || bytes > watch_.disk_bytes) break;
  }
  if (files <= watch_.files && bytes <= watch_.disk_bytes) return {};
  return end(RunnerFailure::too_much_disk,
             fmt::format("the runner wrote more than {} or {} files to its directory",
                         format_bytes(static_cast<double>(watch_.disk_bytes)), watch_.files));
}

Result<void> RunnerProcess::check_memory() {
  char text[128] = {};
  if (watch_.memory_bytes == 0 || ::pread(memory_file_.number(), text, sizeof text - 1, 0) <= 0) return {};
  unsigned long size = 0, resident = 0;
  if (std::sscanf(text, "%lu %lu", &size, &resident) != 2) return {};
  const uint64_t held = resident * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  if (held <= watch_.memory_bytes) return {};
  return end(RunnerFailure::too_much_memory,
             fmt::format("the runner held {} of memory, {} are allowed", format_bytes(static_cast<double>(held)),
                         format_bytes(static_cast<double>(watch_.memory_bytes))));
}

}  // namespace whet
