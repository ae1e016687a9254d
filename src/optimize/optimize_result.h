// The result of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "optimize/dispatch/run_dispatch.h"
#include "optimize/ledger/run_ledger.h"
#include "optimize/score/run_costs.h"
#include "optimize/score/run_scale.h"
#include "optimize/score/score.h"

namespace whet {

enum class OptimizeEnd : uint8_t {
  faster,          // a champion was confirmed
  faster_by_size,  // no single kernel beats the original, but a table by size does
  nothing_gained,  // the original stays
  bad_original,    // it is wrong, or fails
  not_judged,      // the device lacks what the original needs
  stopped,         // by the user, before its end
};
// "faster", "faster by size", "nothing gained", "the original is not right"
std::string_view name_of(OptimizeEnd end);

struct OptimizeResult {
  OptimizeEnd end = OptimizeEnd::nothing_gained;
  std::string reason;
  RunCandidate champion;                              // the original if nothing was gained
  OverallComparison comparison;                       // of the champion with the original, on fresh data
  double baseline_seconds = 0, champion_seconds = 0;  // over all cases
  double share_before = 0, share_after = 0;           // of the ceiling, at the first case; 0: not known
  Reachable reach;                                    // with any grid, at the first case
  double reached = 0, target = 0;                     // the champion's share of it, and the share that ends a search
  size_t candidates = 0;
  double seconds = 0;
  Origin origin = Origin::modelled;
  std::vector<std::string> taken_back;  // changes of the best candidate that brought nothing: "UNROLL 1 -> 4"
  std::string simplification;           // what was done about them: "2 changes taken back: they brought nothing"
  std::vector<std::string> dropped;     // steps left out for lack of time: "2 of 3 candidates in the table by size"
  std::optional<RunDispatch> dispatch;  // set if sizes prefer different candidates
  RunCosts costs;
};

// The event `result`, for programs that follow the run.
Json result_event(const OptimizeResult& result, const PhysicsFloor& floor);

}  // namespace whet
