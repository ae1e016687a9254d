// The files that a compiler must read for one source, besides the source and the system's files; a sandbox can deny it
// the rest.
#pragma once

#include <string>
#include <vector>

#include "compile/source/build.h"
#include "compile/source/user_headers.h"
#include "compile/toolkit/toolkit.h"
#include "util/result.h"

namespace whet {

// It is an error when a header is one of those out of reach.
Result<void> check_reach(const CompileRequest& request, const UserHeaders& headers);

// Absolute paths, sorted, without duplicates: headers of the source, include directories (of the request, its flags and
// the environment), the toolkit. Headers must be below the parent of the source's directory and not hidden: a source
// that includes ../../.ssh/id_rsa does not get it. With computed includes it is the source's whole directory, unless
// that contains the user's home.
std::vector<std::string> compiler_reach(const CompileRequest& request, const Toolkit& toolkit,
                                        const UserHeaders& headers);

}  // namespace whet
