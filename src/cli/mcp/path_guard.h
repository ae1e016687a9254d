// Holds clients of `whet mcp` to the folders that the server was given: in every path they name, in the files that a
// problem names in turn, in flags of the compiler, and in the place of the project's store.
#pragma once

#include <string>

#include "serve/command/roots.h"
#include "util/result.h"
#include "util/system/files.h"

namespace whet {

class PathGuard {
 public:
  // Both must outlive the guard.
  PathGuard(const serve::Roots& roots, const FileSystem& files) : roots_(roots), files_(files) {}

  // The path as a command is given it.
  Result<std::string> admit(const std::string& path) const;
  // A flag that holds a path must keep to the folders: -I../include, --pre-include=/etc/x.
  Result<void> check_flag(const std::string& flag, const std::string& directory = {}) const;
  // The store that a command finds from this folder or file, as it searches upward, must lie in the folders too.
  Result<void> check_store(const std::string& path) const;

 private:
  Result<void> check_problem(const std::string& resolved) const;
  Result<void> check_inside(const std::string& path) const;

  const serve::Roots& roots_;
  const FileSystem& files_;
};

}  // namespace whet
