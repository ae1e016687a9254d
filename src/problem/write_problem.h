// A problem as problem.toml: what parse_problem reads back as the same problem.
#pragma once

#include <string>

#include "problem/problem.h"

namespace whet {

// Files are named relative to the problem's directory; what has its default is left out, comments are not kept.
std::string write_problem(const Problem& problem);

}  // namespace whet
