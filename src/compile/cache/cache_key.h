// The key of a cached build: a hash of everything that determines it.
#pragma once

#include <optional>
#include <string>

#include "compile/source/build.h"
#include "compile/source/user_headers.h"
#include "compile/toolkit/toolkit.h"

namespace whet {

// The part that all architectures of a request share. Nothing when the build depends on something unknown: a computed
// include, the time of day, files named by a flag, a compiler without an identity.
std::optional<std::string> shared_key(const CompileRequest& request, const Toolkit& toolkit,
                                      const UserHeaders& headers);

// The key of one build: 64 hexadecimal digits.
std::string build_key(const std::string& shared_key, const Architecture& architecture);

}  // namespace whet
