// What a candidate's host library may not bring: names that would take the place of others in its process.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "problem/file/problem.h"
#include "util/result.h"

namespace whet {

// C functions and variables the library exports beside the way to call it.
Result<std::vector<std::string>> foreign_exports(const std::string& library);

// What a candidate's code breaks before it has run, in words; empty: nothing.
Result<std::string> broken_rule(const Problem& problem, const Build& build);

}  // namespace whet
