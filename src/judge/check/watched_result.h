// What a run under every check, in another order of blocks, says of a candidate that was right in the usual one.
#pragma once

#include "judge/check/check.h"
#include "judge/check/trial_bench.h"

namespace whet {

Result<TrialResult> watched_result(const Problem& problem, const Trial& trial, const TrialRun& run, Oracle& oracle);

}  // namespace whet
