// The name under which a build is cached: a hash of everything that decides it.
#pragma once

#include <optional>
#include <string>

#include "compile/source/build.h"
#include "compile/source/user_headers.h"
#include "compile/toolkit/toolkit.h"

namespace whet {

// What all architectures of a request share. Nothing when the build depends on more than can be seen: an include the
// preprocessor names, the time of day, files named by a flag, a compiler whose identity is unknown.
std::optional<std::string> shared_key(const CompileRequest& request, const Toolkit& toolkit,
                                      const UserHeaders& headers);

// The key of one build: 64 hexadecimal digits.
std::string build_key(const std::string& shared_key, const Architecture& architecture);

}  // namespace whet
