// What the compiler gets for a problem at one size.
#pragma once

#include <vector>

#include "compile/compiler.h"
#include "problem/data/resolve.h"

namespace whet {

// Tunables are set in the source if it defines them; otherwise they become macros, like the problem's defines. A macro
// that the source defines before everything else, as a champion does, is kept. Line numbers do not change.
CompileRequest compile_request(const Problem& problem, const ResolvedCase& resolved,
                               std::vector<Architecture> architectures);

}  // namespace whet
