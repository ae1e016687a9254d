#include "compile/toolkit/header_copies.h"

#include <filesystem>
#include <optional>

#include "compile/source/user_headers.h"
#include "source/text/includes.h"

namespace whet {

namespace {

namespace fs = std::filesystem;

fs::path absolute_path(const std::string& path) {
  return fs::absolute(fs::path(path)).lexically_normal();
}

// The path relative to `directory`; nothing when it is not below it.
std::optional<std::string> place_below(const std::string& path, const std::string& directory) {
  const fs::path relative = absolute_path(path).lexically_relative(absolute_path(directory.empty() ? "." : directory));
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  return relative.string();
}

// Relative to the source's directory, else to the first -I directory that contains it, where it was found.
std::optional<std::string> copied_name(const std::string& path, const CompileRequest& request) {
  if (auto place = place_below(path, directory_of(request.file))) return place;
  for (const std::string& directory : request.include_directories) {
    if (auto place = place_below(path, directory)) return place;
  }
  return std::nullopt;
}

void replace_name(std::string& source, const std::string& name, const std::string& with) {
  const std::string quoted = '"' + name + '"';
  for (size_t at = source.find(quoted); at != std::string::npos; at = source.find(quoted, at + with.size() + 2))
    source.replace(at, quoted.size(), '"' + with + '"');
}

}  // namespace

MovedSource move_source(const CompileRequest& request, std::string source, const std::string& directory,
                        const FileSystem& files) {
  MovedSource moved{std::move(source), {}};
  for (const UserHeader& header : find_user_headers(request, {}, files).files) {
    if (auto name = copied_name(header.path, request)) moved.headers.emplace_back(std::move(*name), header.content);
  }
  for (const Include& include : find_includes(request.source).files) {
    if (!include.quoted || !include.name.starts_with("..")) continue;
    const fs::path target = absolute_path(join_path(directory_of(request.file), include.name));
    if (files.info(target.string()))
      replace_name(moved.source, include.name, target.lexically_relative(absolute_path(directory)).string());
  }
  return moved;
}

}  // namespace whet
