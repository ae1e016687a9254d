// The user's headers that a source includes, directly or not, without those of the toolkit and the system.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compile/source/build.h"
#include "source/text/includes.h"
#include "util/error.h"
#include "util/system/files.h"

namespace whet {

struct UserHeader {
  std::string path;
  std::string content;
};

struct UserHeaders {
  std::vector<UserHeader> files;    // without duplicates, in the order of inclusion
  std::set<std::string> names;      // as spelled in #include lines
  std::set<std::string> elsewhere;  // names not found in the user's directories: of the toolkit or system, or missing
  bool computed = false;            // an include is computed, so the list may be incomplete
  std::optional<Error> unread;      // the first that cannot be read: a device, a pipe, an endless file
};

// Quoted names are searched next to the including file, then both kinds in the request's include directories. Both
// branches of every conditional are followed.
UserHeaders find_user_headers(const CompileRequest& request, const std::vector<std::string>& toolkit_directories,
                              const FileSystem& files);

// Where a request looks for headers, beside the including file; -I in its flags counts.
std::vector<std::string> user_directories(const CompileRequest& request);
// The file that the file `from` includes; nothing: it is none of the user's.
std::optional<std::string> user_header_path(const Include& include, const std::string& from,
                                            const std::vector<std::string>& directories, const FileSystem& files);

}  // namespace whet
