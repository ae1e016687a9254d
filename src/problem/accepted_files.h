// A candidate in the place of a problem's own kernel, as files: whoever loads the problem with them gets the candidate.
#pragma once

#include <optional>
#include <string>

#include "problem/build.h"
#include "problem/tuning.h"

namespace whet {

struct AcceptedFiles {
  std::string kernel;                  // content of the kernel's file
  std::optional<std::string> problem;  // of problem.toml, where that must change
};

// Numbers go to their places in the source, else to the front of their list in [tune], so that the problem can be tuned
// again; what that cannot say stands in a `/* whet` block ahead of the source. Compiler flags, which no file of a
// problem can carry, are named in a comment. Nothing is written.
Result<AcceptedFiles> accepted_files(const Problem& original, const TunedProblem& candidate, const FileSystem& files);

// Such a block: scratch, launches and defines of a candidate with the values of its tunables.
std::string candidate_settings(const TunedProblem& tuned, const ResolvedCase& resolved, const CompileRequest& request);

}  // namespace whet
