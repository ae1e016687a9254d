#include "judge/process/gpu_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "util/system/files.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::chrono::milliseconds k_between_tries{20};

std::string file_name(const std::string& gpu) {
  std::string name = "gpu-";
  for (const char c : gpu) name += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  return name + ".lock";
}

std::string holder_of(int file) {
  char text[64] = {};
  const ssize_t length = ::pread(file, text, sizeof text - 1, 0);
  const std::string pid(trim(std::string_view(text, length > 0 ? static_cast<size_t>(length) : 0)));
  return pid.empty() ? "another process" : "process " + pid;
}

// Lets a process that waits name the one that holds the lock.
void write_holder(int file) {
  const std::string pid = std::to_string(::getpid()) + "\n";
  if (::ftruncate(file, 0) == 0) (void)!::pwrite(file, pid.data(), pid.size(), 0);
}

}  // namespace

Result<std::string> runtime_directory() {
  const char* set = std::getenv("XDG_RUNTIME_DIR");
  const std::string path = set && *set ? std::string(set) + "/whet" : fmt::format("/tmp/whet-{}", ::getuid());
  struct stat status{};
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return failed("cannot make `" + path + "`: " + std::strerror(errno));
  }
  if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::getuid()) {
    return failed("`" + path + "` is not a directory of this user", path, "remove it, or set XDG_RUNTIME_DIR");
  }
  return path;
}

Result<GpuLock> GpuLock::take(const std::string& gpu, std::chrono::milliseconds patience,
                              const std::string& directory) {
  std::string place = directory;
  if (place.empty()) {
    TRY(found, runtime_directory());
    place = found;
  }
  const std::string path = join_path(place, file_name(gpu));
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.is_open()) return failed("cannot open `" + path + "`: " + std::strerror(errno));
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return failed("cannot lock `" + path + "`: " + std::strerror(errno));
    if (std::chrono::steady_clock::now() >= deadline) {
      return failed(fmt::format("{} is in use by {}", gpu, holder_of(file.number())), path,
                    "wait for it to end, or choose another GPU with --device");
    }
    std::this_thread::sleep_for(k_between_tries);
  }
  write_holder(file.number());
  return GpuLock(std::move(file));
}

}  // namespace whet
