// What a compiler has to read for one source, beside the source and the system's own files: so that whoever confines
// compilers can close the rest.
#pragma once

#include <string>
#include <vector>

#include "compile/source/build.h"
#include "compile/source/user_headers.h"
#include "compile/toolkit/toolkit.h"
#include "util/result.h"

namespace whet {

// An error when a header is one of those out of reach.
Result<void> check_reach(const CompileRequest& request, const UserHeaders& headers);

// Absolute paths, each once, sorted: headers of the source, include directories (of the request, its flags and the
// environment), the toolkit. Of headers only those below the directory above the source's, and none that is hidden: a
// source that includes ../../.ssh/id_rsa does not get it. Where the preprocessor decides what is included, all of the
// source's directory, unless the user's home is in it.
std::vector<std::string> compiler_reach(const CompileRequest& request, const Toolkit& toolkit,
                                        const UserHeaders& headers);

}  // namespace whet
