// The files of knowledge/, embedded in the binary; a directory on disk can replace them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet {

struct EmbeddedFile {
  std::string_view path;  // "hardware/gpus/h200.toml"
  std::string_view content;
};

class Knowledge {
 public:
  // The built-in files, or those under `directory` when it is not empty.
  explicit Knowledge(std::string directory = {});

  // Paths that begin with `prefix`, sorted: "rules/" lists every rule.
  std::vector<std::string> list(std::string_view prefix) const;
  // The content of one file; an error names the path.
  Result<std::string> read(std::string_view path) const;

 private:
  std::string directory_;
};

}  // namespace whet
