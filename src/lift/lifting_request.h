// The build of a kernel from which its meaning is read.
#pragma once

#include "compile/compiler.h"

namespace whet::lift {

// The same request for PTX that is close to the source: loops are neither unrolled nor turned round, functions stay
// calls, and nothing is contracted. It is not the build that is judged.
CompileRequest lifting_request(CompileRequest request);

}  // namespace whet::lift
