// What a judged source could learn from where, when and beside which files it is compiled, and then be another program
// than the one that was judged. It may not: what can be seen in the text is refused here, with its place; what a
// preprocessor could still paste together is refused by the macros that compilers are given.
#pragma once

#include <string>
#include <vector>

#include "compile/source/build.h"
#include "compile/source/user_headers.h"
#include "util/result.h"

namespace whet {

// Of a request that is judged: an error where its source, a header of its own or a definition names the time of the
// compilation, asks for a file by a path that is computed, absolute or leads upwards, or includes one that lies neither
// beside it nor in an include directory. The error is of kind failed and says where: it breaks a rule of the judge.
Result<void> check_surroundings(const CompileRequest& request, const UserHeaders& headers);

// Why only nvcc can be trusted with a judged source: it takes definitions of the macros that tell the time, NVRTC does
// not, and names may be pasted together. Empty: either will do.
std::string reason_for_fixed_time(const CompileRequest& request, const UserHeaders& headers);

// Options of nvcc that make any use of those macros an error.
std::vector<std::string> fixed_time_options();
// The macro that a compiler's message is about when one was used all the same; empty: none.
std::string macro_of_time(const std::string& message);

}  // namespace whet
