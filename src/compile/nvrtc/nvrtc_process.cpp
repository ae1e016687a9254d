#include "compile/nvrtc/nvrtc_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "compile/source/packing.h"
#include "util/system/leavings.h"

namespace whet {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::hours k_forever{24 * 365};
constexpr uint64_t k_most_message_bytes = 2ull << 30;
// At most this many idle processes are kept; those at work do not count.
constexpr size_t k_most_idle = 8;
// The child's end of the connection; all higher descriptors are closed.
constexpr int k_child_connection = 3;

std::string pack(const Nvrtc::Program& program) {
  Packer packer;
  packer.text(program.name);
  packer.text(program.source);
  packer.count(program.options.size());
  for (const std::string& option : program.options) packer.text(option);
  packer.count(program.headers.size());
  for (const auto& [name, content] : program.headers) packer.text(name), packer.text(content);
  return packer.bytes();
}

Nvrtc::Program unpack_program(const std::string& bytes) {
  Unpacker unpacker(bytes);
  Nvrtc::Program program;
  program.name = unpacker.text();
  program.source = unpacker.text();
  for (size_t left = unpacker.count(); left > 0; --left) program.options.push_back(unpacker.text());
  for (size_t left = unpacker.count(); left > 0; --left) {
    std::string name = unpacker.text();
    program.headers.emplace_back(std::move(name), unpacker.text());
  }
  return program;
}

// A result; if the library did not load, only the reason.
std::string pack(const Result<Nvrtc::Output>& result) {
  Packer packer;
  packer.text(result ? "" : result.error().what);
  if (!result) return packer.bytes();
  packer.number(result->compiled);
  for (const std::string* text : {&result->cubin, &result->ptx, &result->log, &result->version}) packer.text(*text);
  packer.count(result->architectures.size());
  for (const int architecture : result->architectures) packer.number(architecture);
  return packer.bytes();
}

Result<Nvrtc::Output> unpack_output(const std::string& bytes) {
  Unpacker unpacker(bytes);
  if (const std::string reason = unpacker.text(); !reason.empty()) return missing(reason);
  Nvrtc::Output output;
  output.compiled = unpacker.number() != 0;
  for (std::string* text : {&output.cubin, &output.ptx, &output.log, &output.version}) *text = unpacker.text();
  for (size_t left = unpacker.count(); left > 0; --left)
    output.architectures.push_back(static_cast<int>(unpacker.number()));
  if (!unpacker.good()) return failed("the answer of the compiler's process is damaged");
  return output;
}

bool send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

bool send_message(int connection, const std::string& payload) {
  const uint64_t size = payload.size();
  return send_all(connection, {reinterpret_cast<const char*>(&size), sizeof size}) && send_all(connection, payload);
}

// Waits until there is something to read; false past the deadline.
bool wait_readable(int connection, SteadyClock::time_point deadline) {
  constexpr std::chrono::milliseconds k_longest_poll{60'000};
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
    if (left.count() <= 0) return false;
    pollfd watched = {connection, POLLIN, 0};
    const int ready = ::poll(&watched, 1, static_cast<int>(std::min(left, k_longest_poll).count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

// Fills the buffer; false when the connection ends or the deadline passes.
bool receive_all(int connection, char* into, size_t size, SteadyClock::time_point deadline) {
  while (size > 0) {
    if (!wait_readable(connection, deadline)) return false;
    const ssize_t got = ::recv(connection, into, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    into += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

std::optional<std::string> receive_message(int connection, SteadyClock::time_point deadline) {
  uint64_t size = 0;
  if (!receive_all(connection, reinterpret_cast<char*>(&size), sizeof size, deadline)) return std::nullopt;
  if (size > k_most_message_bytes) return std::nullopt;
  std::string payload(size, '\0');
  if (!receive_all(connection, payload.data(), size, deadline)) return std::nullopt;
  return payload;
}

// Closes the parent's files in the child and detaches it from the terminal.
void detach(int connection) {
  if (connection != k_child_connection) ::dup2(connection, k_child_connection);
  ::close_range(k_child_connection + 1, ~0u, 0);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  if (nowhere > STDERR_FILENO) ::close(nowhere);
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  ::signal(SIGINT, SIG_IGN);  // the parent decides; we end with the connection
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

// Ends the process when its parent closes the connection, even in the middle of a compile.
void end_with_parent(int connection) {
  pollfd watched{connection, 0, 0};
  while (::poll(&watched, 1, -1) < 0 || !(watched.revents & (POLLHUP | POLLERR))) {
  }
  ::_exit(0);
}

// The library is loaded before the process is confined, because it may not be readable afterwards.
[[noreturn]] void serve(int connection, const std::string& library, const std::vector<std::string>& readable,
                        const ConfineProcess& confine) {
  detach(connection);
  // With a driver present NVRTC keeps its own cache, which whet can neither see nor trust, and starts more slowly.
  ::setenv("CUDA_CACHE_DISABLE", "1", 1);
  const auto nvrtc = Nvrtc::load(library);
  const Result<void> confined = confine ? confine(readable) : Result<void>();
  std::thread(end_with_parent, k_child_connection).detach();
  while (const auto request = receive_message(k_child_connection, SteadyClock::now() + k_forever)) {
    const Result<Nvrtc::Output> answer = !confined ? Result<Nvrtc::Output>(confined.error())
                                         : !nvrtc  ? Result<Nvrtc::Output>(nvrtc.error())
                                                   : Result((*nvrtc)->compile(unpack_program(*request)));
    if (!send_message(k_child_connection, pack(answer))) break;
  }
  ::_exit(0);
}

}  // namespace

Result<std::unique_ptr<NvrtcProcess>> NvrtcProcess::start(const std::string& library,
                                                          const std::vector<std::string>& readable,
                                                          const ConfineProcess& confine) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return failed(std::string("cannot start NVRTC: ") + std::strerror(errno));
  const pid_t child = ::fork();
  if (child == 0) serve(ends[1], library, readable, confine);
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return failed(std::string("cannot start NVRTC: ") + std::strerror(errno));
  }
  add_leaving(child);
  return std::unique_ptr<NvrtcProcess>(new NvrtcProcess(child, ends[0], readable, confine != nullptr));
}

NvrtcProcess::~NvrtcProcess() {
  ::close(connection_);
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  remove_leaving(child_);
}

Result<Nvrtc::Output> NvrtcProcess::compile(const Nvrtc::Program& program, std::chrono::milliseconds timeout) {
  const auto deadline = SteadyClock::now() + timeout;
  const bool sent = send_message(connection_, pack(program));
  const auto answer = sent ? receive_message(connection_, deadline) : std::nullopt;
  if (answer) return unpack_output(*answer);
  if (SteadyClock::now() < deadline) return failed("NVRTC crashed");
  Nvrtc::Output output;
  output.timed_out = true;
  return output;
}

std::unique_ptr<NvrtcProcess> NvrtcPool::take_idle(const std::vector<std::string>& readable) {
  const std::lock_guard lock(mutex_);
  const auto fitting =
      std::find_if(idle_.begin(), idle_.end(), [&](const auto& each) { return each->may_read(readable); });
  if (fitting == idle_.end()) {
    if (idle_.size() >= k_most_idle) idle_.erase(idle_.begin());
    return nullptr;
  }
  auto process = std::move(*fitting);
  idle_.erase(fitting);
  return process;
}

Result<Nvrtc::Output> NvrtcPool::compile(const std::string& library, const Nvrtc::Program& program,
                                         const std::vector<std::string>& readable, std::chrono::milliseconds timeout) {
  std::unique_ptr<NvrtcProcess> process = take_idle(readable);
  if (!process) {
    TRY(started, NvrtcProcess::start(library, readable, confine_));
    process = std::move(started);
  }
  TRY(output, process->compile(program, timeout));
  if (output.timed_out) return output;
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(process));
  return output;
}

}  // namespace whet
