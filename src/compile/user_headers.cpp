#include "compile/user_headers.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "compile/include_flags.h"
#include "source/includes.h"

namespace whet {

namespace {

std::string normal(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

class Walk {
 public:
  Walk(const FileSystem& files, std::vector<std::string> directories)
      : files_(files), directories_(std::move(directories)) {}

  void visit(const std::string& path, std::string_view content) {
    const Includes includes = find_includes(content);
    found_.computed |= includes.computed;
    for (const Include& include : includes.files) {
      const auto target = resolve(directory_of(path), include);
      if (!target) {
        found_.elsewhere.insert(include.name);
        continue;
      }
      found_.names.insert(include.name);
      if (seen_.insert(*target).second) enter(*target);
    }
  }

  UserHeaders take() { return std::move(found_); }

 private:
  std::optional<std::string> resolve(const std::string& beside, const Include& include) const {
    if (include.quoted || include.name.starts_with('/')) {
      const std::string path = join_path(beside, include.name);
      if (const auto info = files_.info(path); info && !info->is_directory) return normal(path);
    }
    for (const std::string& directory : directories_) {
      const std::string path = join_path(directory, include.name);
      if (const auto info = files_.info(path); info && !info->is_directory) return normal(path);
    }
    return std::nullopt;
  }

  void enter(const std::string& path) {
    auto content = files_.read(path);
    if (!content) return;
    const std::string text = std::move(content).value();
    found_.files.push_back({path, text});
    visit(path, text);
  }

  const FileSystem& files_;
  std::vector<std::string> directories_;
  std::set<std::string> seen_;
  UserHeaders found_;
};

// Directories given as -I among the extra flags count too.
std::vector<std::string> search_directories(const CompileRequest& request) {
  std::vector<std::string> directories = request.include_directories;
  for (std::string& directory : include_directories_of(request.extra_flags))
    directories.push_back(std::move(directory));
  return directories;
}

}  // namespace

UserHeaders find_user_headers(const CompileRequest& request, const std::vector<std::string>& toolkit_directories,
                              const FileSystem& files) {
  std::vector<std::string> directories = search_directories(request);
  std::erase_if(directories, [&](const std::string& directory) {
    return std::any_of(toolkit_directories.begin(), toolkit_directories.end(),
                       [&](const std::string& toolkit) { return normal(directory + "/") == normal(toolkit + "/"); });
  });
  Walk walk(files, std::move(directories));
  walk.visit(request.file, request.source);
  return walk.take();
}

}  // namespace whet
