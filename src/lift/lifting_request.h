// The build of a kernel from which its meaning is read.
#pragma once

#include "compile/compiler.h"

namespace whet::lift {

// The same request for PTX that is close to the source: loops are neither unrolled nor turned round, functions stay
// calls, and nothing is contracted. It is not the build that is judged.
CompileRequest lifting_request(CompileRequest request);

// Its PTX. A toolkit that does not know the option compiles as usual but without contraction: fewer kernels lift so.
Result<std::string> compile_for_lifting(const CompileRequest& request, Compiler& compiler);
// Whether a compiler failed because of the option.
bool lacks_option(const Error& error);

}  // namespace whet::lift
