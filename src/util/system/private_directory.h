// A directory of this process's own among the temporary ones, removed with all it holds. Who finds one that nobody
// holds any more, because its owner was killed, removes it.
#pragma once

#include <string>
#include <utility>

#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet {

class PrivateDirectory {
 public:
  // TMPDIR/NAME-xxxxxx. The first of a process removes those of any name that were abandoned.
  static Result<PrivateDirectory> make(const std::string& name);
  PrivateDirectory(PrivateDirectory&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  PrivateDirectory& operator=(PrivateDirectory&&) = delete;
  ~PrivateDirectory();
  const std::string& path() const { return path_; }

 private:
  PrivateDirectory(std::string path, Descriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;
  Descriptor lock_;  // on the directory itself, as long as its owner lives
};

// Removes the directories of processes that were killed.
void remove_abandoned_directories();

}  // namespace whet
