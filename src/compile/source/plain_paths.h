// Paths as nvcc can take them. It hands its arguments to a shell and splits some of them at commas: a folder called
// `a "b"` or `x,y` would not come through. Such a one is reached by a link of a plain name in the compile's own folder.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/source/build.h"
#include "compile/source/scratch.h"

namespace whet {

// Letters, digits and what no shell looks at.
bool is_plain_path(std::string_view path);

// A name for messages and line tables: what would end a quoted text is replaced.
std::string plain_name_of(const std::string& file);

class PlainPaths {
 public:
  explicit PlainPaths(const Scratch& scratch) : scratch_(scratch) {}

  // The directory itself, or a link to it.
  std::string directory(const std::string& path);
  // What `name` stands for in messages.
  void stands_for(std::string name, std::string file) { names_.emplace_back(std::move(name), std::move(file)); }
  // Messages name the user's files again.
  void restore(std::vector<CompilerMessage>& messages) const;

 private:
  const Scratch& scratch_;
  std::vector<std::pair<std::string, std::string>> names_;  // as nvcc sees them, as the user does
};

}  // namespace whet
