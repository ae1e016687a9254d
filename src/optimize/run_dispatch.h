// The dispatch of a run: over all candidates it timed, on the device it ran on. Their times are those of screening;
// what the table gives each size is right, as every candidate was checked, and its gain is not confirmed beyond that.
#pragma once

#include <optional>
#include <vector>

#include "optimize/archive.h"
#include "optimize/dispatch_header.h"
#include "problem/resolve.h"

namespace whet {

struct RunDispatch {
  double gain = 1;     // over the best single variant
  std::string header;  // C++
};

struct DispatchedRun {
  std::string kernel;
  std::vector<ResolvedCase> cases;
  int architecture = 0;
  Origin origin = Origin::modelled;
  Proposal standard;  // the original's numbers
};

// Nothing where one variant serves all cases, or all that were timed.
std::optional<RunDispatch> dispatch_of(const DispatchedRun& run, const std::vector<const ArchivedCandidate*>& tried);

}  // namespace whet
