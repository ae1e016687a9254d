#include "util/system/private_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "util/system/leavings.h"

namespace whet {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_prefix = "whet-";
constexpr const char* k_mark = "/.whet-private";    // in each of ours; others are never removed
constexpr const char* k_unlocked = "whet_making-";  // lacks k_prefix, so it is never removed as abandoned

std::string temporary_place() {
  const char* parent = std::getenv("TMPDIR");
  return parent && *parent ? parent : "/tmp";
}

Error not_made(const std::string& path) {
  return missing("cannot make a directory in `" + temporary_place() + "`: " + std::strerror(errno), path,
                 "free some space there, or set TMPDIR");
}

Descriptor locked(const std::string& path) {
  Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  const bool is_own = directory.is_open() && ::fstat(directory.number(), &status) == 0 && status.st_uid == ::geteuid();
  if (!is_own || ::flock(directory.number(), LOCK_EX | LOCK_NB) != 0) return {};
  return directory;
}

void remove_tree(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (!error) return;
  // A candidate may have removed the permissions of its own directories.
  for (fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error), end;
       !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored))
      fs::permissions(entry->path(), fs::perms::owner_all, ignored);
  }
  fs::remove_all(path, error);
}

}  // namespace

// A directory is locked before it gets its final name, so a named one without a lock is abandoned. On a file system
// without locks nothing counts as abandoned.
Result<PrivateDirectory> PrivateDirectory::make(const std::string& name) {
  static std::once_flag first;
  std::call_once(first, remove_abandoned_directories);
  std::string making = temporary_place() + "/" + k_unlocked + "XXXXXX";
  if (!::mkdtemp(making.data())) return not_made(making);
  Descriptor lock = locked(making);
  const std::string path = temporary_place() + "/" + name + making.substr(making.rfind('-'));
  const Descriptor mark(::open((making + k_mark).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0400));
  if (!mark.is_open() || ::rename(making.c_str(), path.c_str()) != 0) {
    const Error error = not_made(path);
    remove_tree(making);
    return error;
  }
  add_leaving(path);
  return PrivateDirectory(path, std::move(lock));
}

PrivateDirectory::~PrivateDirectory() {
  if (path_.empty()) return;
  const std::lock_guard removal(removal_of_leavings());
  remove_tree(path_);
  remove_leaving(path_);
}

void remove_abandoned_directories() {
  std::error_code error;
  for (fs::directory_iterator entry(temporary_place(), error), end; !error && entry != end; entry.increment(error)) {
    const std::string path = entry->path().string();
    struct stat status{};
    if (!entry->path().filename().native().starts_with(k_prefix)) continue;
    if (::lstat((path + k_mark).c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (const Descriptor lock = locked(path); lock.is_open()) remove_tree(path);
  }
}

}  // namespace whet
