// A candidate at one of the sizes it is asked at, compiled.
#pragma once

#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/data/resolve.h"

namespace whet {

struct CheckCase {
  ResolvedCase resolved;  // of the candidate
  Build build;
};

// How the compiler is called, beyond what the problem says.
struct CompileChoices {
  double seconds = 0;  // for one case; 0: as long as usual
  bool exact = true;   // compiled as nvcc would, whatever it takes
  std::vector<std::string> flags = {};
};

// The candidate at each of the cases, compiled for the device. It is an error when it lacks a variable of the problem.
Result<std::vector<CheckCase>> build_cases(const Problem& candidate, const std::vector<ProblemCase>& cases,
                                           const ResolveOptions& options, const Device& device, Compiler& compiler,
                                           const CompileChoices& choices = {});

}  // namespace whet
