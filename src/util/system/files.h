// The file system as an interface, so that tests can use a fake one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet {

struct FileInfo {
  uint64_t bytes = 0;
  int64_t modified_ns = 0;  // since the epoch
  bool is_directory = false;
  bool is_regular = true;  // not a device, pipe or socket, whose reading may never end
};

// Limits on the files that whet reads: any file, a binary, a text that a person or a candidate wrote.
inline constexpr uint64_t k_most_file_bytes = 16ull << 30;
inline constexpr uint64_t k_most_binary_bytes = 2ull << 30;
inline constexpr uint64_t k_most_text_bytes = 64ull << 20;

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // Nothing when the path does not exist.
  virtual std::optional<FileInfo> info(const std::string& path) const = 0;
  // Reads a whole regular file. A missing, unreadable or endless file is an error that names it.
  virtual Result<std::string> read(const std::string& path) const = 0;
  // Writes all of it or nothing: readers never see a half-written file, even from other processes.
  virtual Result<void> write(const std::string& path, std::string_view content) = 0;
  virtual Result<void> make_directories(const std::string& path) = 0;
  virtual Result<void> remove(const std::string& path) = 0;
  // Sets the modification time to now, which marks a cache entry as used.
  virtual void touch(const std::string& path) = 0;
  // Names of the entries of a directory, sorted; empty when there is no such directory.
  virtual std::vector<std::string> list(const std::string& directory) const = 0;
};

// The file system of this machine.
class DiskFileSystem : public FileSystem {
 public:
  std::optional<FileInfo> info(const std::string& path) const override;
  Result<std::string> read(const std::string& path) const override;
  Result<void> write(const std::string& path, std::string_view content) override;
  Result<void> make_directories(const std::string& path) override;
  Result<void> remove(const std::string& path) override;
  void touch(const std::string& path) override;
  std::vector<std::string> list(const std::string& directory) const override;
};

// Reads a source, header, problem or reference within the limit for text. Every file that a candidate or a problem
// names is read by this.
Result<std::string> read_text(const FileSystem& files, const std::string& path);
Result<std::string> read_within(const FileSystem& files, const std::string& path, uint64_t most_bytes);

// "a/b" + "c" = "a/b/c"; an absolute second part wins.
std::string join_path(std::string_view directory, std::string_view name);
// "a/b/c.cu" -> "a/b"; "c.cu" -> ".".
std::string directory_of(std::string_view path);
// "a/b/c.cu" -> ".cu"; without one "".
std::string extension_of(std::string_view path);

}  // namespace whet
