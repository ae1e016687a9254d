// Keeps a judged source from learning where, when and next to which files it is compiled: it could then be another
// program than the one that was judged. What can be seen in the text is rejected here, with its place; what a
// preprocessor could still paste together is rejected by the macros passed to compilers.
#pragma once

#include <string>
#include <vector>

#include "compile/source/build.h"
#include "compile/source/user_headers.h"
#include "util/result.h"

namespace whet {

// For a judged request: an error when its source, one of its headers or a definition contains a macro of the compile
// time, tests for a file by a computed, absolute or upward path, or includes a file outside the source's surroundings
// and the include directories. The error has the kind `failed` and says where: it breaks
// a rule of the judge.
Result<void> check_surroundings(const CompileRequest& request, const UserHeaders& headers);

// Why only nvcc can compile a judged source: unlike NVRTC it accepts definitions of the time macros, and a source may
// paste their names together. Empty when both can.
std::string reason_for_fixed_time(const CompileRequest& request, const UserHeaders& headers);

// Options of nvcc that make any use of the time macros an error.
std::vector<std::string> fixed_time_options();
// The time macro that a compiler's message is about; empty when there is none.
std::string macro_of_time(const std::string& message);

}  // namespace whet
