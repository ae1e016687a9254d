#include "util/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace whet {

namespace fs = std::filesystem;

std::optional<FileInfo> DiskFileSystem::info(const std::string& path) const {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileInfo{static_cast<uint64_t>(status.st_size),
                  int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec, S_ISDIR(status.st_mode)};
}

Result<std::string> DiskFileSystem::read(const std::string& path) const {
  const auto status = info(path);
  if (!status) return bad_input("there is no file `" + path + "`", {}, "check the path");
  if (status->is_directory) return bad_input("`" + path + "` is a directory", {}, "name a file in it");
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return bad_input("cannot read `" + path + "`: " + std::strerror(errno), {}, "check its permissions");
  std::string content(status->bytes + 1, '\0');  // one more, so that the end shows without growing
  size_t filled = 0;
  ssize_t got = 0;
  while (true) {
    if (filled == content.size()) content.resize(2 * filled + 65536);  // grown since, or a pipe
    got = ::read(descriptor, content.data() + filled, content.size() - filled);
    if (got > 0)
      filled += static_cast<size_t>(got);
    else if (got == 0 || errno != EINTR)
      break;
  }
  const int reason = errno;
  ::close(descriptor);
  if (got < 0) return bad_input("cannot read `" + path + "`: " + std::strerror(reason), {}, "check the disk");
  content.resize(filled);
  return content;
}

namespace {

// The machine's lack, not a result.
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
