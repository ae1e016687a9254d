#include "util/system/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "util/system/descriptor.h"
#include "util/text.h"

namespace whet {

namespace fs = std::filesystem;

std::optional<FileInfo> DiskFileSystem::info(const std::string& path) const {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileInfo{static_cast<uint64_t>(status.st_size),
                  int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec, S_ISDIR(status.st_mode),
                  S_ISREG(status.st_mode)};
}

namespace {

const char* kind_of_file(mode_t mode) {
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

Error unreadable(const std::string& path, int reason) {
  return bad_input("cannot read `" + path + "`: " + std::strerror(reason), {}, "check its permissions");
}

// Looks at the opened file, because the path may name another one by now.
Result<uint64_t> regular_bytes(int descriptor, const std::string& path) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return unreadable(path, errno);
  if (S_ISDIR(status.st_mode)) return bad_input("`" + path + "` is a directory", {}, "name a file in it");
  if (!S_ISREG(status.st_mode))
    return bad_input("`" + path + "` is " + kind_of_file(status.st_mode) + ", no file", {}, "name a regular file");
  return static_cast<uint64_t>(status.st_size);
}

Error too_large(const std::string& path, uint64_t most_bytes) {
  return bad_input("`" + path + "` is larger than " + format_bytes(static_cast<double>(most_bytes)), {},
                   "name a smaller file");
}

}  // namespace

// O_NONBLOCK: opening a pipe must not wait for a writer.
Result<std::string> DiskFileSystem::read(const std::string& path) const {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) {
    if (errno == ENOENT || errno == ENOTDIR) return bad_input("there is no file `" + path + "`", {}, "check the path");
    if (errno == ENXIO) return bad_input("`" + path + "` is no file", {}, "name a regular file");
    return unreadable(path, errno);
  }
  TRY(bytes, regular_bytes(file.number(), path));
  if (bytes > k_most_file_bytes) return too_large(path, k_most_file_bytes);
  std::string content(bytes + 1, '\0');  // one byte more, so that the end is seen without growing
  size_t filled = 0;
  while (true) {
    if (filled > k_most_file_bytes) return too_large(path, k_most_file_bytes);
    if (filled == content.size()) content.resize(2 * filled + 65536);  // it grew meanwhile, or is a file of /proc
    const ssize_t got = ::read(file.number(), content.data() + filled, content.size() - filled);
    if (got == 0) break;
    if (got > 0) filled += static_cast<size_t>(got);
    if (got < 0 && errno != EINTR)
      return bad_input("cannot read `" + path + "`: " + std::strerror(errno), {}, "check the disk");
  }
  content.resize(filled);
  return content;
}

Result<std::string> read_within(const FileSystem& files, const std::string& path, uint64_t most_bytes) {
  const auto found = files.info(path);
  if (found && !found->is_directory && found->bytes > most_bytes) return too_large(path, most_bytes);
  return files.read(path);
}

Result<std::string> read_text(const FileSystem& files, const std::string& path) {
  return read_within(files, path, k_most_text_bytes);
}

namespace {

// A full disk is a fault of the machine, not a result.
bool is_full(int reason) {
  return reason == ENOSPC || reason == EDQUOT;
}

Error not_written(const std::string& path, int reason) {
  const std::string what = "cannot write `" + path + "`: " + std::strerror(reason);
  if (is_full(reason)) return missing(what, {}, "free some space");
  return failed(what, {}, "check the directory and its permissions");
}

}  // namespace

Result<void> DiskFileSystem::write(const std::string& path, std::string_view content) {
  std::string temporary = path + ".XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return not_written(path, errno);
  size_t written = 0;
  while (written < content.size()) {
    const ssize_t put = ::write(descriptor, content.data() + written, content.size() - written);
    if (put > 0)
      written += static_cast<size_t>(put);
    else if (errno != EINTR)
      break;
  }
  int reason = written < content.size() ? errno : 0;
  ::fchmod(descriptor, 0644);
  ::close(descriptor);
  if (reason == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason == 0) return {};
  ::unlink(temporary.c_str());
  return not_written(path, reason);
}

Result<void> DiskFileSystem::make_directories(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error && is_full(error.value()))
    return missing("cannot make the directory `" + path + "`: " + error.message(), {}, "free some space");
  if (error) return failed("cannot make the directory `" + path + "`: " + error.message());
  return {};
}

Result<void> DiskFileSystem::remove(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) return failed("cannot remove `" + path + "`: " + error.message());
  return {};
}

void DiskFileSystem::touch(const std::string& path) {
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

std::vector<std::string> DiskFileSystem::list(const std::string& directory) const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string join_path(std::string_view directory, std::string_view name) {
  if (directory.empty() || (!name.empty() && name.front() == '/')) return std::string(name);
  std::string path(directory);
  if (path.back() != '/') path += '/';
  return path.append(name);
}

std::string directory_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string extension_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? "" : std::string(name.substr(dot));
}

}  // namespace whet
