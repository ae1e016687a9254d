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
  bool is_candidate = false;          // the candidate is not the original's own kernel
  std::vector<std::string> assumed;   // without a problem.toml: what was assumed because no flag says it
  std::vector<std::string> generous;  // arrays that were assumed larger than what is used of them
  bool is_described = false;          // no file says what the problem is: --dims became part of it
  std::string save_to;                // path of the problem.toml to write once it was judged; empty: none
};

// With --ref, FILE.cu needs no problem; without, it is a candidate for the problem next to it or, if there is none, its
// own original, described from its source and host code.
Result<CheckTarget> load_check_target(const CheckFlags& flags, Context& context);

// Writes the problem that flags described. An existing file is overwritten only if `--save` wrote it and it is
// unchanged.
Result<void> save_problem(const CheckTarget& target, FileSystem& files);

}  // namespace whet
