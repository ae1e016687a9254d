// Where a project keeps what whet knows: the folder `.whet`, found upward from a problem as git finds `.git`.
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

// The nearest folder at or above `start` that holds `.whet`; nothing when there is none.
std::optional<Project> find_project(const std::string& start, const FileSystem& files);
// That one, else a new one at `problem_folder`; nothing is written yet.
Project project_of(const std::string& problem_folder, const FileSystem& files);
// Makes `.whet`, with a .gitignore of its own: the user's repository does not see it.
Result<void> prepare(const Project& project, FileSystem& files);

// How the store names a path: relative to the root where it is below it, absolute elsewhere.
std::string path_in(const Project& project, const std::string& path);

}  // namespace whet::store
