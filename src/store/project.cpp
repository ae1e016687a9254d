#include "store/project.h"

#include <filesystem>

namespace whet::store {

namespace fs = std::filesystem;

namespace {

// Resolves links, so that the parent folders are the real ones.
fs::path real_path(const std::string& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(fs::absolute(path.empty() ? "." : path, error), error);
  if (error) real = fs::path(path).lexically_normal();
  return real.has_filename() ? real : real.parent_path();  // "a/b/" -> "a/b"
}

}  // namespace

std::optional<Project> find_project(const std::string& start, const FileSystem& files) {
  for (fs::path folder = real_path(start);; folder = folder.parent_path()) {
    Project project{folder.string()};
    const auto info = files.info(project.folder());
    if (info && info->is_directory) return project;
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

Project project_of(const std::string& problem_folder, const FileSystem& files) {
  if (auto found = find_project(problem_folder, files)) return *found;
  return {real_path(problem_folder).string()};
}

Result<void> prepare(const Project& project, FileSystem& files) {
  TRY_VOID(files.make_directories(project.folder()));
  const std::string ignore = join_path(project.folder(), ".gitignore");
  if (files.info(ignore)) return {};
  return files.write(ignore, "*\n");
}

std::string path_in(const Project& project, const std::string& path) {
  const fs::path real = real_path(path);
  const fs::path relative = real.lexically_relative(real_path(project.root));
  if (relative.empty() || *relative.begin() == "..") return real.string();
  return relative.string();
}

}  // namespace whet::store
