// Contents on disk, one file each, named by their key. Several processes may use one directory at once: a file appears
// whole or not at all, and one that is gone counts as not there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "util/system/files.h"

namespace whet {

class ContentStore {
 public:
  // An empty directory: keeps nothing. `suffix` (".build") ends the names of its files.
  ContentStore(std::string directory, std::string suffix, uint64_t limit_bytes, FileSystem& files)
      : directory_(std::move(directory)), suffix_(std::move(suffix)), limit_bytes_(limit_bytes), files_(files) {}

  // The content, marked as used just now.
  std::optional<std::string> find(const std::string& key);
  // Keeps it if it can; a full or unwritable disk is no error. Above the limit the least recently used entries go,
  // down to four fifths of it.
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
