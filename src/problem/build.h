// What the compiler is given for a problem at one size.
#pragma once

#include <vector>

#include "compile/compiler.h"
#include "problem/data/resolve.h"

namespace whet {

// Tunables go into the source where it defines them, else they become macros, as the problem's defines do. A macro that
// the source defines ahead of everything else, as a champion does, is its own. Lines of the source stay where they are.
CompileRequest compile_request(const Problem& problem, const ResolvedCase& resolved,
                               std::vector<Architecture> architectures);

}  // namespace whet
