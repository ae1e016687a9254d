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
// again; what that cannot say, the compiler's flags among it, stands in a `/* whet` block ahead of the source. Nothing
// is written.
Result<AcceptedFiles> accepted_files(const Problem& original, const TunedProblem& candidate, const FileSystem& files);

// Such a block: flags beyond the original's, scratch, launches and defines of a candidate with the values of its
// tunables.
std::string candidate_settings(const Problem& original, const TunedProblem& tuned, const ResolvedCase& resolved,
                               const CompileRequest& request);

// A candidate as one text that needs no more than a compiler: the macros it was compiled with are defined ahead of its
// source.
struct StandaloneText {
  std::string settings;  // as above, without defines
  std::string defines;   // "#define BLOCK 128\n"
  std::string source;    // without a block of its own
};
StandaloneText standalone_text(const Problem& original, const TunedProblem& tuned, const ResolvedCase& resolved,
                               const CompileRequest& request);

}  // namespace whet
