// Contents on disk, one file each, named by their key. Several processes may use one directory at once: a file appears
// whole or not at all, and a file that was removed counts as absent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "util/system/files.h"

namespace whet {

class ContentStore {
 public:
  // An empty `directory` means that nothing is kept. `suffix` (".build") ends the file names.
  ContentStore(std::string directory, std::string suffix, uint64_t limit_bytes, FileSystem& files)
      : directory_(std::move(directory)), suffix_(std::move(suffix)), limit_bytes_(limit_bytes), files_(files) {}

  // Returns the content and marks it as just used.
  std::optional<std::string> find(const std::string& key);
  // Keeps the content if possible; a full or unwritable disk is not an error. Above the limit the least recently used
  // entries are removed until four fifths of it are left.
  void store(const std::string& key, std::string_view content);
  void remove(const std::string& key) { (void)files_.remove(path_of(key)); }

 private:
  std::string path_of(const std::string& key) const { return join_path(directory_, key + suffix_); }
  uint64_t recorded_usage() const;
  void evict();

  std::string directory_, suffix_;
  uint64_t limit_bytes_;
  FileSystem& files_;
};

}  // namespace whet
