// Paths that nvcc accepts. It passes its arguments to a shell and splits some at commas, so a folder called `a "b"` or
// `x,y` would fail. Such a folder is reached through a link with a plain name in the compile's scratch folder.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/source/build.h"
#include "compile/source/scratch.h"

namespace whet {

// True for letters, digits and characters without a meaning to the shell.
bool is_plain_path(std::string_view path);

// A name for messages and line tables; characters that would end a quoted string are replaced.
std::string plain_name_of(const std::string& file);

class PlainPaths {
 public:
  explicit PlainPaths(const Scratch& scratch) : scratch_(scratch) {}

  // Returns the directory itself, or a link to it.
  std::string directory(const std::string& path);
  // Records which file `name` means in messages.
  void stands_for(std::string name, std::string file) { names_.emplace_back(std::move(name), std::move(file)); }
  // Replaces those names in messages by the user's files.
  void restore(std::vector<CompilerMessage>& messages) const;

 private:
  const Scratch& scratch_;
  std::vector<std::pair<std::string, std::string>> names_;  // nvcc's name, the user's name
};

}  // namespace whet
