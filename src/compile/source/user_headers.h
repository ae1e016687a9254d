// The headers of the user that a source reaches through #include; those of the toolkit and the system are not among
// them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compile/source/build.h"
#include "util/error.h"
#include "util/system/files.h"

namespace whet {

struct UserHeader {
  std::string path;
  std::string content;
};

struct UserHeaders {
  std::vector<UserHeader> files;  // each once, in the order they are met
  std::set<std::string> names;    // as the #include lines call them
  std::set<std::string>
      elsewhere;                // names not found among the user's directories: the toolkit's, the system's, or missing
  bool computed = false;        // an include depends on the preprocessor: the list may lack some
  std::optional<Error> unread;  // the first that cannot be read: a device, a pipe, one without end
};

// Quoted names are looked for beside the including file, then both kinds in the request's include directories. Both
// branches of every conditional are followed.
UserHeaders find_user_headers(const CompileRequest& request, const std::vector<std::string>& toolkit_directories,
                              const FileSystem& files);

}  // namespace whet
