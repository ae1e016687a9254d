// A kernel's launch as in the host code next to it, in the syntax of a problem.
//
//   scale<<<(count + 255) / 256, 256>>>(in, out, count);   scale(const float* x, float* y, int n)
//   -> grid ceil_div(n, 256), block 256
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

struct SourceLaunch {
  std::vector<Formula> grid, block;
  std::optional<Formula> shared;
};

// The first launch of the function whose extents are numbers or expressions of the problem's sizes. Adds sentences to
// `notes` about the launch that is used, and about launches that are not clear. `has_shared`: the shared memory of a
// block is already known.
std::optional<SourceLaunch> launch_from_source(const Problem& problem, const SourceFunction& function, bool has_shared,
                                               std::vector<std::string>& notes);

// Host functions that launch kernels, except `main`, in the order of the source.
std::vector<std::string> launching_functions(const std::string& source);

}  // namespace whet
