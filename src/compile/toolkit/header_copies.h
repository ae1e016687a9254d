// Moves a source to another directory: its headers are copied along, or named relative to the new place.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/source/build.h"
#include "util/system/files.h"

namespace whet {

struct MovedSource {
  std::string source;                                        // #includes that lead upward are adjusted
  std::vector<std::pair<std::string, std::string>> headers;  // name relative to the new directory, content
};

// `source` is that of the request, possibly with a prefix.
MovedSource move_source(const CompileRequest& request, std::string source, const std::string& directory,
                        const FileSystem& files);

}  // namespace whet
