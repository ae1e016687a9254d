// What `whet check` is asked about: a problem, a candidate for one, or a kernel with flags in place of a problem.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/check_flags.h"
#include "problem/file/problem.h"

namespace whet {

struct CheckTarget {
  Problem original;  // whose reference is asked
  Problem candidate;
  bool is_candidate = false;         // the candidate is not the original's own kernel
  std::vector<std::string> assumed;  // what stands in place of a problem.toml and nobody said
  std::string saved;                 // path of the problem.toml that was written; empty: none
};

// With --ref, FILE.cu needs no problem; without, it is a candidate for the problem next to it.
Result<CheckTarget> load_check_target(const CheckFlags& flags, FileSystem& files);

}  // namespace whet
