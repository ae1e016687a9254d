// What the outputs of a trial say of a candidate.
#pragma once

#include "judge/check/check.h"
#include "judge/check/original_trials.h"
#include "judge/check/trial_bench.h"

namespace whet {

// Who has a word on outputs.
struct RunJudges {
  const Problem& candidate;
  Oracle& oracle;
  OriginalTrials& originals;
};

// Judges a run that ended well, whose outputs the bench has not kept yet: outcome, reason and verdict of the result.
Result<void> judge_run(const RunJudges& judges, TrialBench& bench, const Trial& trial, TrialRun& run,
                       TrialResult& result);

}  // namespace whet
