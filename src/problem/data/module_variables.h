// The __constant__ and __device__ variables of a compiled module: those a problem gives data, and those nobody does.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "problem/data/resolve.h"

namespace whet {

// The mangled name of the variable that [[variable]] means. One that the module lacks, or has in another size, is an
// error that says what the source must declare.
Result<std::string> module_variable(const Problem& problem, const ResolvedArgument& argument, const Build& build);
Error other_size(const Problem& problem, const ResolvedArgument& argument, uint64_t module_bytes);

// All variables of a problem.
Result<void> check_variables(const Problem& problem, const ResolvedCase& resolved, const Build& build);

// A sentence for each variable that a kernel reads, that has no initial value, and that neither the problem nor any
// kernel of the module writes.
std::vector<std::string> unwritten_variables(const Problem& problem, const Build& build);

}  // namespace whet
