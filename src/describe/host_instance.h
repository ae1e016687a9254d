// The instance of a kernel template that a file uses.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

// "<float, 256>": the arguments at its launch, else by the types of what is passed, else defaults, else those of the
// first `template __global__ void f<...>(...);`; "float" and 256 where nothing tells, which `notes` says. Empty:
// the function is no open template.
std::string instance_in_host_code(const Problem& problem, const SourceFunction& function,
                                  std::vector<std::string>& notes);

}  // namespace whet
