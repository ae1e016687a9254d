// Builds on disk, one file each, named by their key. Several processes may use one directory at once: a file appears
// whole or not at all, and one that is damaged or gone counts as not there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compile/compiler.h"

namespace whet {

class BuildCache {
 public:
  // An empty directory: caches nothing.
  BuildCache(std::string directory, uint64_t limit_bytes, FileSystem& files)
      : directory_(std::move(directory)), limit_bytes_(limit_bytes), files_(files) {}

  // The build, marked as used just now.
  std::optional<Build> find(const std::string& key);
  // Keeps a build if it can; a full or unwritable disk is no error. Above the limit the least recently used entries go,
  // down to four fifths of it.
  void store(const std::string& key, const Build& build);

 private:
  std::string entry_path(const std::string& key) const { return join_path(directory_, key + ".build"); }
  uint64_t recorded_usage() const;
  void evict();

  std::string directory_;
  uint64_t limit_bytes_;
  FileSystem& files_;
};

}  // namespace whet
