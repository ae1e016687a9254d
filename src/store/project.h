// Where a project keeps whet's data: the folder `.whet`, searched upward from a problem as git searches `.git`.
#pragma once

#include <optional>
#include <string>

#include "util/result.h"
#include "util/system/files.h"

namespace whet::store {

struct Project {
  std::string root;  // absolute

  std::string folder() const { return join_path(root, ".whet"); }
  std::string database() const { return join_path(folder(), "whet.db"); }
};

// The nearest folder at or above `start` that contains `.whet`; nothing when there is none.
std::optional<Project> find_project(const std::string& start, const FileSystem& files);
// The project found from the problem's folder, else a new one there; writes nothing yet.
Project project_of(const std::string& problem_folder, const FileSystem& files);
// Creates `.whet` with its own .gitignore, so that the user's repository ignores it.
Result<void> prepare(const Project& project, FileSystem& files);

// The path as the store records it: relative to the root if it lies below it, else absolute.
std::string path_in(const Project& project, const std::string& path);

}  // namespace whet::store
