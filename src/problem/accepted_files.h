// A candidate as files that replace the problem's own kernel: loading the problem with them gives the candidate.
#pragma once

#include <optional>
#include <string>

#include "problem/build.h"
#include "problem/tuning.h"

namespace whet {

struct AcceptedFiles {
  std::string kernel;                  // content of the kernel's file
  std::optional<std::string> problem;  // new content of problem.toml, if it must change
};

// Values go to their places in the source, or to the front of their list in [tune], so that the problem can be tuned
// again. What cannot be expressed this way, such as compiler flags, goes into a `/* whet` block before the source.
// Nothing is written to disk.
Result<AcceptedFiles> accepted_files(const Problem& original, const TunedProblem& candidate, const FileSystem& files);

// Such a block: flags beyond the original's, scratch, launches and defines of a candidate, with its tunables' values.
std::string candidate_settings(const Problem& original, const TunedProblem& tuned, const ResolvedCase& resolved,
                               const CompileRequest& request);

// A candidate as a text that only needs a compiler: the macros it was compiled with are defined before its source.
struct StandaloneText {
  std::string settings;  // a block as above, without defines
  std::string defines;   // "#define BLOCK 128\n"
  std::string source;    // without a leading block
};
StandaloneText standalone_text(const Problem& original, const TunedProblem& tuned, const ResolvedCase& resolved,
                               const CompileRequest& request);

}  // namespace whet
