#include "judge/check/original_trials.h"

#include <chrono>
#include <cmath>

#include "judge/check/candidate_time.h"
#include "judge/oracle/difference.h"
#include "judge/oracle/rounding_slack.h"
#include "problem/build.h"

namespace whet {

namespace {

constexpr double k_well_within = 0.25;

// Another order of the same sums is wrong in other places and by other amounts, not in many more and by far more.
bool is_as_wrong(const Comparison& candidate, const Comparison& original) {
  constexpr uint64_t k_few = 16, k_times_as_many = 2;
  constexpr double k_times_as_far = 16;
  if (candidate.equal()) return true;
  if (original.equal() || candidate.mismatches > k_times_as_many * original.mismatches + k_few) return false;
  const bool no_number = original.worst && !std::isfinite(original.worst->got);
  return no_number || candidate.max_absolute <= k_times_as_far * original.max_absolute;
}

}  // namespace

Result<Verdict> compare_strictly(const Problem& problem, const Trial& trial, double share, const ArrayContents& outputs,
                                 Oracle& oracle) {
  TRY(expected, answer_of(trial, oracle));
  Verdict verdict;
  for (size_t i = 0; i < trial.resolved->own_arguments; ++i) {
    const ResolvedArgument& argument = trial.resolved->arguments[i];
    PrecisionRule rule = problem.precision_for(argument.type);
    if (!argument.is_written() || rule.precision != PrecisionClass::fp32 || rule.absolute || rule.relative) continue;
    rule.share = share;
    TRY(comparison, oracle.arrays().compare({argument.type, outputs[i]}, (*expected)[i], {rule, argument.shape}));
    verdict.outputs.push_back({argument.name, argument.type, argument.shape, rule.precision, std::move(comparison)});
  }
  return verdict;
}

Oracle& OriginalTrials::last_word(const Trial& trial) {
  Oracle* const authority = oracle_.authority(*trial.resolved);
  return authority ? *authority : oracle_;
}

// Without the answer that is at hand: it may be the original's own.
Trial OriginalTrials::asked_of_authority(const Trial& trial) const {
  Trial asked = trial;
  if (oracle_.authority(*trial.resolved)) asked.answer = nullptr;
  return asked;
}

Result<Build> OriginalTrials::build(const ResolvedCase& resolved) {
  TRY(builds, compiler_.compile(compile_request(*original_, resolved, {device_.facts().architecture})));
  return std::move(builds.front());
}

Result<std::string> OriginalTrials::ptx(const Trial& trial) {
  if (!original_) return std::string();
  TRY(resolved, resolve_like(*original_, *trial.resolved));
  TRY(built, build(resolved));
  return std::move(built.ptx);
}

Result<TrialRun> OriginalTrials::call(const Trial& trial) {
  TRY(resolved, resolve_like(*original_, *trial.resolved));
  TRY(built, build(resolved));
  const auto own = std::make_shared<ResolvedCase>(std::move(resolved));
  TrialBench bench(*original_, built, device_, plan_);
  return bench.run(trial, own);
}

Result<OriginalTrials::Answer> OriginalTrials::run(const Trial& trial) {
  TRY(run, call(trial));
  Answer answer{run.outcome, run.reason, {}, std::move(run.outputs)};
  if (!answer.reason.empty()) return answer;
  TRY(verdict, judge_outputs(*original_, asked_of_authority(trial), answer.outputs, last_word(trial)));
  answer.verdict = std::move(verdict);
  answer.reason = difference_text(answer.verdict, trial);
  if (!answer.reason.empty()) answer.outcome = Outcome::wrong;
  return answer;
}

Result<bool> OriginalTrials::is_right(const Trial& trial) {
  if (!original_) return false;
  TRY(answer, run(trial));
  return answer.outcome == Outcome::correct;
}

Result<bool> OriginalTrials::has_room(const Trial& trial, const Trial& plain) {
  const std::optional<Trial> farther = at_reach(trial, plain.inputs, trial.reach + margin_beyond(trial.reach));
  TRY(is_right_here, is_right(trial));
  if (!is_right_here || !farther) return false;
  return is_right(*farther);
}

Result<std::optional<ArrayContents>> OriginalTrials::outputs(const Trial& trial) {
  using Outputs = std::optional<ArrayContents>;
  if (!original_) return Outputs();
  TRY(run, call(trial));
  return run.reason.empty() ? Outputs(std::move(run.outputs)) : Outputs();
}

Result<bool> OriginalTrials::admits(const Trial& trial) {
  if (!trial.admission || !original_) return true;
  Admission& admission = *trial.admission;
  if (admission.is_known) return admission.is_given;
  const auto expected = answer_of(trial, oracle_);
  admission.is_known = true;
  if (!expected) {
    admission.why_not = expected.error().what;
    return false;
  }
  TRY(answer, run(trial));
  admission.is_given = answer.reason.empty();
  admission.why_not = "the original is not right there: " + answer.reason;
  return admission.is_given;
}

// The second time: its code is on the device by then.
Result<double> OriginalTrials::seconds_of(const Trial& trial) {
  TRY(resolved, resolve_like(*original_, *trial.resolved));
  TRY(builds, compiler_.compile(compile_request(*original_, resolved, {device_.facts().architecture})));
  Trial own = trial;
  own.resolved = std::make_shared<ResolvedCase>(std::move(resolved));
  TrialBench bench(*original_, builds.front(), device_, plan_);
  TRY_VOID(bench.run(own, own.resolved));
  const UsedTime time(device_);
  TRY_VOID(bench.run(own, own.resolved));
  return time.used();
}

Result<Standing> OriginalTrials::standing(const Trial& trial, Outcome outcome, const Verdict& verdict) {
  if (!original_ || !trial.variant || (outcome != Outcome::wrong && outcome != Outcome::failed)) return Standing::held;
  TRY(answer, run(trial));
  if (answer.outcome == Outcome::failed) return Standing::meaningless;
  if (outcome != Outcome::wrong || answer.outcome != Outcome::wrong) return Standing::held;
  for (size_t i = 0; i < verdict.outputs.size(); ++i) {
    if (!is_as_wrong(verdict.outputs[i].comparison, answer.verdict.outputs[i].comparison)) return Standing::held;
  }
  return Standing::excused;
}

Result<std::string> OriginalTrials::missed_strictly(const Problem& problem, const Trial& trial,
                                                    const ArrayContents& outputs) {
  if (!original_ || !trial.strict_share) return std::string();
  TRY(seen, compare_strictly(problem, trial, *trial.strict_share, outputs, oracle_));
  // The original may lose digits itself, which nobody else can tell at this case.
  if (seen.correct() || oracle_.is_original_alone(*trial.resolved)) return std::string();
  Oracle& judge = last_word(trial);
  const Trial asked = asked_of_authority(trial);
  TRY(candidate, compare_strictly(problem, asked, *trial.strict_share, outputs, judge));
  if (candidate.correct()) return std::string();
  TRY(answer, run(trial));
  if (answer.outcome != Outcome::correct) return std::string();
  TRY(original, compare_strictly(*original_, asked, k_well_within * *trial.strict_share, answer.outputs, judge));
  if (!original.correct()) return std::string();
  return difference_text(candidate, trial) + ", which the original has to its last digits";
}

}  // namespace whet
