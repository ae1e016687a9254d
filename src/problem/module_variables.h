// The __constant__ and __device__ variables of a compiled module: those that get data from a problem, and the others.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "problem/data/resolve.h"

namespace whet {

// The mangled name of the variable in [[variable]]. It is an error, which says what the source must declare, if the
// module does not have it or has it in another size.
Result<std::string> module_variable(const Problem& problem, const ResolvedArgument& argument, const Build& build);
Error other_size(const Problem& problem, const ResolvedArgument& argument, uint64_t module_bytes);

// Checks all variables of a problem.
Result<void> check_variables(const Problem& problem, const ResolvedCase& resolved, const Build& build);

// A sentence for each variable that a kernel reads and that has no data: no initial value, none from the problem, and
// no kernel of the module writes it.
std::vector<std::string> unwritten_variables(const Problem& problem, const Build& build);

}  // namespace whet
