#include "compile/scratch.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>

namespace whet {

Result<Scratch> Scratch::make(FileSystem& files) {
  static std::atomic<int> count = 0;
  std::error_code error;
  std::string base = std::filesystem::temp_directory_path(error).string();
  if (error) base = "/tmp";
  const std::string name = "whet-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
  Scratch scratch(files, join_path(base, name));
  TRY_VOID(files.make_directories(scratch.path()));
  return scratch;
}

}  // namespace whet
