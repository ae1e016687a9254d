#include "compile/source/plain_paths.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace whet {

bool is_plain_path(std::string_view path) {
  return std::all_of(path.begin(), path.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_./+=@~-").find(c) != std::string_view::npos;
  });
}

std::string plain_name_of(const std::string& file) {
  std::string name = file;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; },
      '_');
  return name;
}

std::string PlainPaths::directory(const std::string& path) {
  if (is_plain_path(path)) return path;
  const std::string link = scratch_.file("folder" + std::to_string(names_.size()));
  std::error_code error;
  std::filesystem::create_directory_symlink(std::filesystem::absolute(path), link, error);
  if (error) return path;
  names_.emplace_back(link, path);
  return link;
}

void PlainPaths::restore(std::vector<CompilerMessage>& messages) const {
  for (CompilerMessage& message : messages) {
    for (const auto& [name, file] : names_) {
      const bool below = message.file.starts_with(name + "/");
      if (message.file == name || below) message.file = file + message.file.substr(name.size());
    }
  }
}

}  // namespace whet
