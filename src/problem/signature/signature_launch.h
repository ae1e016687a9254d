// The launch of a kernel without a problem.toml: as the user gives it, as the source launches it, or an assumed one.
#pragma once

#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

// As given by the user; empty texts are not given.
struct LaunchFlags {
  std::string grid, block;  // "ceil_div(N, 16),M"
  std::string shared;       // dynamic shared memory in bytes
};

// Adds the launch to the problem, and sentences about what is assumed to `notes`.
Result<void> add_launch(const LaunchFlags& flags, const SourceFunction& function, Problem& problem,
                        std::vector<std::string>& notes);

}  // namespace whet
