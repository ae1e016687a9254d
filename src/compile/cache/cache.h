// Builds on disk, by key; a damaged or missing entry counts as absent.
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
  // With an empty directory nothing is cached.
  BuildCache(const std::string& directory, uint64_t limit_bytes, FileSystem& files)
      : store_(directory, ".build", limit_bytes, files) {}

  // Returns the build and marks it as just used.
  std::optional<Build> find(const std::string& key);
  void store(const std::string& key, const Build& build);

 private:
  ContentStore store_;
};

}  // namespace whet
