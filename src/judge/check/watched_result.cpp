#include "judge/check/watched_result.h"

#include "judge/oracle/difference.h"
#include "judge/oracle/rounding_slack.h"

namespace whet {

Result<TrialResult> watched_result(const Problem& problem, const Trial& trial, const TrialRun& run, Oracle& oracle) {
  TrialResult result{trial.resolved->name, "sanitized", "every access watched", run.outcome, run.reason, {}};
  if (run.outcome == Outcome::failed) result.outcome = Outcome::invalid;
  if (!run.reason.empty()) return result;
  TRY(verdict, judge_outputs(problem, trial, run.outputs, oracle));
  result.verdict = std::move(verdict);
  result.reason = difference_text(result.verdict, trial);
  if (result.reason.empty()) return result;
  result.reason +=
      "; it was right before: it needs its blocks or warps to run in one order, or updates in two steps what others "
      "update too";
  result.outcome = Outcome::wrong;
  return result;
}

}  // namespace whet
