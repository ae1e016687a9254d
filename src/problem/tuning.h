// What may be varied of a problem: what its [tune] declares, and what is found in its source, its launches and the
// compiler's flags.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "source/tunable/tunables.h"

namespace whet {

struct TuningSpace {
  // The problem with constants, template arguments and block shapes that were found declared as tunables too, and
  // launches written by their names: resolve_case and compile_request know them.
  Problem problem;
  std::vector<FoundTunable> tunables;  // those of [tune] first, with the values declared there
  std::vector<Formula> exclusions;     // of those that the problem does not know: what cannot go together
};

// Only what the entries reach is varied. A name that [tune], [dims] or [define] gives is not looked for. PTX has its
// declared tunables alone.
TuningSpace find_tuning_space(const Problem& problem);

// A point of the space, ready to be resolved and compiled.
struct TunedProblem {
  Problem problem;                          // source and entries as the values say
  std::map<std::string, int64_t> tunables;  // for ResolveOptions
  std::vector<std::string> flags;           // for CompileRequest
};

// What `values` leaves out is as it was.
TunedProblem tuned(const TuningSpace& space, const std::map<std::string, int64_t>& values);

}  // namespace whet
