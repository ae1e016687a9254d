// The compiler flags that a candidate may have in its block: `flags = ["-prec-div=false"]`.
#pragma once

#include <string>
#include <vector>

#include "problem/file/section.h"

namespace whet {

// Accepts flags for code generation, but none that names a file, a program or a macro: a candidate may be malicious.
Result<std::vector<std::string>> load_candidate_flags(const Section& root);

}  // namespace whet
