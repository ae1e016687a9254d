// What may be varied in a problem: what its [tune] declares, and what is found in its source, its launches and the
// compiler's flags.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "source/tunable/tunables.h"

namespace whet {

struct TuningSpace {
  // The problem with the found constants, template arguments and block shapes declared as tunables, too, and with
  // launches that use their names, so that resolve_case and compile_request know them.
  Problem problem;
  std::vector<FoundTunable> tunables;  // those of [tune] first, with their declared values
  std::vector<Formula> exclusions;     // combinations that are not allowed, for tunables that the problem does not know
};

// Varies only what the entries reach, and no name that [tune], [dims] or [define] has. PTX: declared tunables only.
TuningSpace find_tuning_space(const Problem& problem);

// A point of the space that can be resolved and compiled.
struct TunedProblem {
  Problem problem;                          // with source and entries changed by the values
  std::map<std::string, int64_t> tunables;  // for ResolveOptions
  std::vector<std::string> flags;           // for CompileRequest
};

// Tunables without a value in `values` stay as they were.
TunedProblem tuned(const TuningSpace& space, const std::map<std::string, int64_t>& values);

}  // namespace whet
