// The compiler's flags that a candidate may bring in its block: `flags = ["-prec-div=false"]`.
#pragma once

#include <string>
#include <vector>

#include "problem/file/section.h"

namespace whet {

// Those that say how device code is made, and none that names a file, a program or a macro: a candidate may be written
// by somebody who does not mean well.
Result<std::vector<std::string>> load_candidate_flags(const Section& root);

}  // namespace whet
