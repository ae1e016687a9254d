// The target of `whet check`: a problem, a candidate for one, or a kernel with flags instead of a problem.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/check_flags.h"
#include "problem/file/problem.h"

namespace whet {

struct CheckTarget {
  Problem original;  // its reference computes the expected results
  Problem candidate;
  bool is_candidate = false;         // the candidate is not the original's own kernel
  std::vector<std::string> assumed;  // with --ref: what was assumed because no flag says it
  std::string saved;                 // path of the problem.toml that was written; empty if none was
};

// With --ref, FILE.cu needs no problem; without, it is a candidate for the problem next to it.
Result<CheckTarget> load_check_target(const CheckFlags& flags, FileSystem& files);

}  // namespace whet
