#include "util/self.h"

#include <unistd.h>

#include <filesystem>

namespace whet {

std::string own_path() {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<size_t>(length)) : std::string();
}

std::string own_library(const std::string& name) {
  const std::filesystem::path own = std::filesystem::path(own_path()).parent_path();
  for (const char* folder : {".", "../lib/whet"}) {
    const std::filesystem::path path = (own / folder / name).lexically_normal();
    std::error_code failed;
    if (std::filesystem::exists(path, failed)) return path.string();
  }
  return {};
}

}  // namespace whet
