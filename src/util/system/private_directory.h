// A temporary directory that belongs to this process and is removed with its contents. If the owner was killed, the
// next process that makes one removes it.
#pragma once

#include <string>
#include <utility>

#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet {

class PrivateDirectory {
 public:
  // Makes TMPDIR/NAME-xxxxxx. The first call in a process also removes abandoned directories of any name.
  static Result<PrivateDirectory> make(const std::string& name);
  PrivateDirectory(PrivateDirectory&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  PrivateDirectory& operator=(PrivateDirectory&&) = delete;
  ~PrivateDirectory();
  const std::string& path() const { return path_; }

 private:
  PrivateDirectory(std::string path, Descriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;
  Descriptor lock_;  // flock on the directory, held as long as its owner lives
};

// Removes the directories whose owners were killed.
void remove_abandoned_directories();

}  // namespace whet
