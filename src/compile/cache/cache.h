// Builds on disk, by their key; one that is damaged or gone counts as not there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compile/source/build.h"
#include "util/system/content_store.h"
#include "util/system/files.h"

namespace whet {

class BuildCache {
 public:
  // An empty directory: caches nothing.
  BuildCache(const std::string& directory, uint64_t limit_bytes, FileSystem& files)
      : store_(directory, ".build", limit_bytes, files) {}

  // The build, marked as used just now.
  std::optional<Build> find(const std::string& key);
  void store(const std::string& key, const Build& build);

 private:
  ContentStore store_;
};

}  // namespace whet
