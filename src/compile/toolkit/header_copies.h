// A source for another directory than its own: the headers it reaches are copied along, or named from there.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/source/build.h"
#include "util/system/files.h"

namespace whet {

struct MovedSource {
  std::string source;                                        // an #include that climbs out is named from the new place
  std::vector<std::pair<std::string, std::string>> headers;  // name relative to the new directory, content
};

// `source` is that of the request, with anything put in front of it.
MovedSource move_source(const CompileRequest& request, std::string source, const std::string& directory,
                        const FileSystem& files);

}  // namespace whet
