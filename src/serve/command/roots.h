// The folders that a client may use. Every path that it names is resolved, `..` and symbolic links included, and must
// lie in one of them.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"

namespace whet::serve {

class Roots {
 public:
  // Each folder must exist. Relative paths of clients begin at the first.
  static Result<Roots> open(const std::vector<std::string>& folders);

  const std::vector<std::string>& folders() const { return folders_; }  // absolute, resolved
  const std::string& first() const { return folders_.front(); }

  // The resolved path, absolute; it need not exist. An error says which folders are allowed.
  Result<std::string> resolve(const std::string& path) const;
  // A resolved path as a command that runs in the first folder is given it: relative if it lies there, and never like
  // an option.
  std::string as_argument(const std::string& resolved) const;

 private:
  explicit Roots(std::vector<std::string> folders) : folders_(std::move(folders)) {}
  std::vector<std::string> folders_;
};

}  // namespace whet::serve
