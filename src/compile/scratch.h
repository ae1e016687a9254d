// A directory for the files of one compile, removed with it.
#pragma once

#include <string>

#include "util/files.h"

namespace whet {

class Scratch {
 public:
  static Result<Scratch> make(FileSystem& files);
  Scratch(Scratch&& other) noexcept : files_(other.files_), path_(std::exchange(other.path_, {})) {}
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch() {
    if (!path_.empty()) (void)files_.remove(path_);
  }

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return join_path(path_, name); }

 private:
  Scratch(FileSystem& files, std::string path) : files_(files), path_(std::move(path)) {}

  FileSystem& files_;
  std::string path_;
};

}  // namespace whet
