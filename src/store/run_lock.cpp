#include "store/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "util/hash.h"
#include "util/system/files.h"

namespace whet::store {

namespace {

constexpr std::chrono::milliseconds k_patience_with_orphans{3000};
constexpr std::chrono::milliseconds k_between_tries{10};

// Hashes the names, because they may contain any character.
std::string lock_path(const std::string& folder, const KernelId& kernel) {
  const std::string identity = kernel.problem + '\0' + kernel.kernel;
  return join_path(folder, "run-" + sha256_hex(identity).substr(0, 16) + ".lock");
}

LockHolder read_holder(int file) {
  char text[64] = {};
  LockHolder holder;
  long long run = 0;
  if (::pread(file, text, sizeof text - 1, 0) > 0) (void)std::sscanf(text, "%d %lld", &holder.pid, &run);
  holder.run = run;
  return holder;
}

Result<void> write_holder(int file, const std::string& path, RunId run) {
  const std::string text = fmt::format("{} {}\n", ::getpid(), run);
  const bool written =
      ::ftruncate(file, 0) == 0 && ::pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  if (!written) return failed("cannot write the lock: " + std::string(std::strerror(errno)), path);
  return {};
}

// True when the recorded process is gone: a child that it left behind ends a moment later and releases the lock.
bool is_ending(const LockHolder& holder) {
  return holder.pid > 0 && ::kill(holder.pid, 0) != 0 && errno == ESRCH;
}

Error in_use(const KernelId& kernel, const LockHolder& holder, const std::string& path) {
  const std::string who = holder.pid ? fmt::format("process {}", holder.pid) : "another process";
  const std::string run = holder.run ? fmt::format(" (run {})", holder.run) : "";
  return failed(fmt::format("`{}` is being worked on by {}{}", kernel.kernel, who, run), path,
                "wait for it to end, or stop it: everything it did is kept");
}

}  // namespace

Result<RunLock> RunLock::take(const std::string& folder, const KernelId& kernel) {
  const std::string path = lock_path(folder, kernel);
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file.is_open()) return missing("cannot open the lock: " + std::string(std::strerror(errno)), path);
  const auto deadline = std::chrono::steady_clock::now() + k_patience_with_orphans;
  while (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return failed("cannot lock: " + std::string(std::strerror(errno)), path);
    const LockHolder holder = read_holder(file.number());
    if (!is_ending(holder) || std::chrono::steady_clock::now() >= deadline) return in_use(kernel, holder, path);
    std::this_thread::sleep_for(k_between_tries);
  }
  TRY_VOID(write_holder(file.number(), path, 0));
  return RunLock(std::move(file), path);
}

Result<void> RunLock::tell(RunId run) {
  return write_holder(file_.number(), path_, run);
}

std::optional<LockHolder> lock_holder(const std::string& folder, const KernelId& kernel) {
  const Descriptor file(::open(lock_path(folder, kernel).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_open() || ::flock(file.number(), LOCK_SH | LOCK_NB) == 0) return std::nullopt;
  return read_holder(file.number());
}

}  // namespace whet::store
