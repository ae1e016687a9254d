// A directory for the files of one compile, removed afterwards.
#pragma once

#include <string>

#include "util/system/files.h"
#include "util/system/private_directory.h"

namespace whet {

class Scratch {
 public:
  static Result<Scratch> make(FileSystem& files);
  Scratch(Scratch&& other) noexcept = default;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch() {
    if (!path().empty()) (void)files_.remove(path());
  }

  const std::string& path() const { return directory_.path(); }
  std::string file(const std::string& name) const { return join_path(path(), name); }

 private:
  Scratch(FileSystem& files, PrivateDirectory directory) : files_(files), directory_(std::move(directory)) {}

  FileSystem& files_;
  PrivateDirectory directory_;
};

}  // namespace whet
