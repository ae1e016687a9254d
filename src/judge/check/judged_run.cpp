#include "judge/check/judged_run.h"

#include "judge/oracle/difference.h"
#include "judge/oracle/rounding_slack.h"
#include "util/stage_times.h"

namespace whet {

namespace {

// The answer is asked for before the outputs are kept, because it takes more room to find than to keep.
Result<Verdict> verdict_on(const RunJudges& judges, TrialBench& bench, const Trial& trial, TrialRun& run) {
  const StageTimer timer("check: judge outputs");
  TRY(answer, answer_of(trial, judges.oracle));
  Trial answered = trial;
  answered.answer = answer;
  bench.keep_outputs(run);
  if (!run.reason.empty()) return Verdict();
  return judge_outputs(judges.candidate, answered, run.outputs, judges.oracle, [&] { bench.release(); });
}

}  // namespace

Result<void> judge_run(const RunJudges& judges, TrialBench& bench, const Trial& trial, TrialRun& run,
                       TrialResult& result) {
  auto verdict = verdict_on(judges, bench, trial, run);
  result.outcome = run.outcome;
  result.reason = run.reason;
  if (!run.reason.empty()) return {};
  if (!verdict && !trial.admission) return verdict.error();
  if (!verdict) {
    result.outcome = Outcome::wrong;
    result.reason = verdict.error().what;
    return {};
  }
  result.verdict = std::move(*verdict);
  result.reason = difference_text(result.verdict, trial);
  if (result.reason.empty()) {
    TRY(missed, judges.originals.missed_strictly(judges.candidate, trial, run.outputs));
    result.reason = std::move(missed);
  }
  if (!result.reason.empty()) result.outcome = Outcome::wrong;
  return {};
}

}  // namespace whet
