// A launch for a kernel that nobody says how to launch: by what its own bounds are for, else by its outputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"
#include "problem/signature/launch_from_source.h"

namespace whet {

// A thread (or what the kernel takes for one item) for everything that its bounds let pass:
//   if (i < n)               ->  grid ceil_div(n, 256), block 256
//   if (x >= w || y >= h)    ->  grid ceil_div(w, 16) x ceil_div(h, 16), block 16 x 16
// Nothing when they are not plain from the problem's sizes. `block` is what the user gives; empty: 256, or 16 x 16.
std::optional<SourceLaunch> launch_by_guards(const Problem& problem, const SourceFunction& function,
                                             const std::vector<Formula>& block, std::vector<std::string>& notes);

// "tile" of `extern __shared__ float tile[]` in the kernel or what it calls; empty: none.
std::string dynamic_shared_array(const Problem& problem, const SourceFunction& function);

}  // namespace whet
