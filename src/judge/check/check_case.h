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

// The candidate at each of the cases, compiled for the device within so many seconds each; 0: as long as usual.
Result<std::vector<CheckCase>> build_cases(const Problem& candidate, const std::vector<ProblemCase>& cases,
                                           const ResolveOptions& options, const Device& device, Compiler& compiler,
                                           double compile_seconds = 0);

}  // namespace whet
