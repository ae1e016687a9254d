#include "judge/check/check.h"

#include <algorithm>
#include <map>
#include <optional>

#include "judge/check/check_findings.h"
#include "judge/check/copying.h"
#include "judge/check/judged_run.h"
#include "judge/check/library_rules.h"
#include "judge/check/original_trials.h"
#include "judge/check/reach.h"
#include "judge/check/sanitized_trial.h"
#include "judge/check/trial_bench.h"
#include "judge/oracle/difference.h"
#include "judge/oracle/rounding_slack.h"
#include "judge/trial/code_trials.h"
#include "judge/trial/patch_trials.h"
#include "problem/build.h"
#include "problem/data/data.h"
#include "util/stage_times.h"

namespace whet {

namespace {

class Check {
 public:
  Check(const CheckSubject& subject, const CheckPlan& plan, const CheckServices& services)
      : subject_(subject),
        plan_(plan),
        services_(services),
        oracle_(services.oracle),
        device_(services.device),
        originals_(subject.original, {plan.trials.secret, plan.guard_bytes}, oracle_, device_, services.compiler),
        time_(subject.original ? plan.time : CandidateTime::Rule{}, device_),
        findings_(subject) {}

  Result<CheckReport> run() {
    TRY_VOID(check_instructions());
    if (!findings_.is_sound()) return std::move(findings_.report);
    Examination made;
    if (!plan_.prepared) {
      auto examination = make_examination(subject_.problem, resolved_cases(), plan_.trials, oracle_, services_.files);
      if (!examination) return findings_.explained(std::move(examination).error());
      made = std::move(*examination);
    }
    const Examination& asked = plan_.prepared ? *plan_.prepared : made;
    findings_.report.contract = asked.contract;
    for (const auto& trials : asked.trials) count_ += trials.size();
    for (size_t i = 0; i < asked.trials.size() && findings_.is_sound(); ++i) TRY_VOID(try_case(i, asked.trials[i]));
    oracle_.prepare({});
    for (std::string& note : oracle_.notes()) findings_.report.notes.push_back(std::move(note));
    findings_.report.longest_seconds = time_.longest_seconds();
    return std::move(findings_.report);
  }

 private:
  std::vector<ResolvedCase> resolved_cases() const {
    std::vector<ResolvedCase> cases;
    for (const CheckCase& each : subject_.cases) cases.push_back(each.resolved);
    return cases;
  }

  Result<void> try_case(size_t at, const std::vector<Trial>& trials) {
    prepare_answers(trials, oracle_);
    TrialBench::Plan plan = bench_plan();
    plan.memory = remembered_outputs();
    plan.read_outputs = plan_.trials.effort == Effort::full;  // what may be handed out is compared itself
    {
      TrialBench bench(subject_.problem, subject_.cases[at].build, device_, plan);
      TRY_VOID(try_all(bench, at, trials));
    }
    if (plan_.trials.effort == Effort::full) TRY_VOID(try_own(at, trials.front()));
    return sanitize(at, trials.front());
  }

  Result<void> try_all(TrialBench& bench, size_t at, const std::vector<Trial>& trials) {
    for (const Trial& trial : trials) {
      if (!findings_.is_sound()) break;
      if (trial.reach > 0)
        TRY_VOID(try_reaching(bench, at, trial, trials));
      else if (trial.patches)
        TRY_VOID(try_patched(bench, at, trial, trials.front()));
      else
        TRY_VOID(try_one(bench, trial, own_case(at, trial)));
      ++done_;
      if (services_.progress) services_.progress(done_, count_);
    }
    return {};
  }

  // What depends on the candidate itself; less of it at cases that are not the smallest.
  Result<void> try_own(size_t at, const Trial& plain) {
    const bool is_smallest = at == smallest_case(resolved_cases());
    if (!findings_.is_sound() || (!is_smallest && !subject_.original)) return {};
    TRY(original_code, originals_.ptx(plain));
    TrialPlan plan = plan_.trials;
    if (!is_smallest) plan.budget.code_places /= 2;
    const std::vector<Trial> trials =
        code_trials(plain, own_constants(subject_.cases[at].build.ptx, original_code), plan);
    count_ += trials.size();
    prepare_answers(trials, oracle_);
    TrialBench bench = own_bench(at);
    TRY_VOID(try_all(bench, at, trials));
    if (is_smallest) TRY_VOID(try_bits(bench, plain, own_case(at, plain)));
    return {};
  }

  // Of trials that are not prepared: what is known of those by where they lie says nothing of these.
  TrialBench own_bench(size_t at) {
    return TrialBench(subject_.problem, subject_.cases[at].build, device_, bench_plan());
  }
  TrialBench::Plan bench_plan() const {
    TrialBench::Plan plan{plan_.trials.secret, plan_.guard_bytes};
    plan.keeps_late = true;
    return plan;
  }
  CheckedOutputs* remembered_outputs() const { return subject_.problem.is_host_function ? nullptr : services_.outputs; }

  Result<void> check_instructions() {
    for (const CheckCase& each : subject_.cases) {
      TRY(broken, broken_rule(subject_.problem, each.build));
      if (!broken.empty()) findings_.end(Outcome::invalid, broken);
    }
    return {};
  }

  // A case as this candidate is given it in a trial: with its own scratch, launches and tunables.
  std::shared_ptr<const ResolvedCase> own_case(size_t at, const Trial& trial) {
    std::shared_ptr<const ResolvedCase>& mine = own_cases_[trial.resolved.get()];
    if (!mine) {
      ResolvedCase resolved = subject_.cases[at].resolved;
      std::copy_n(trial.resolved->arguments.begin(), resolved.own_arguments, resolved.arguments.begin());
      mine = std::make_shared<const ResolvedCase>(std::move(resolved));
    }
    return mine;
  }

  Result<void> try_one(TrialBench& bench, const Trial& trial, const std::shared_ptr<const ResolvedCase>& own) {
    if (trial.admission && !trial.admission->is_known) bench.release();
    TRY(admitted, originals_.admits(trial));
    if (!admitted) {
      findings_.leave_out(trial, trial.admission->why_not);
      return {};
    }
    TRY(result, run_one(bench, trial, own));
    if (!is_sound(result.outcome)) bench.release();
    TRY(excused, is_excused(trial, result));
    if (!excused) findings_.tell(std::move(result));
    return {};
  }

  Result<TrialResult> run_one(TrialBench& bench, const Trial& trial, const std::shared_ptr<const ResolvedCase>& own) {
    const StageTimer timer("check: trial");
    TrialResult result{trial.resolved->name, trial.name, trial.what};
    TRY(ranges, ranges_of(trial, oracle_.arrays()));
    result.ranges = std::move(ranges);
    TRY(run, timely(bench, trial, own));
    result.outcome = run.outcome;
    result.reason = run.reason;
    if (run.known_right) {
      result.verdict = *run.known_right;
    } else if (run.reason.empty()) {
      TRY_VOID(judge_run({subject_.problem, oracle_, originals_}, bench, trial, run, result));
      if (result.outcome == Outcome::wrong && is_worth_a_look(trial) && !result.verdict.correct())
        result.reason = difference_text(result.verdict, trial, bench.unwritten(trial, own));
      if (!run.digests.empty() && result.outcome == Outcome::correct)
        remembered_outputs()->add_right(trial, run.digests, result.verdict);
    }
    return result;
  }

  // What nobody wrote is looked for on the host, which takes long at large sizes.
  bool is_worth_a_look(const Trial& trial) const {
    constexpr uint64_t k_large_bytes = 64 << 20;
    return plan_.trials.effort == Effort::full || trial.resolved->total_bytes <= k_large_bytes;
  }

  // As far out as the results have a meaning and the original has room to spare.
  Result<void> try_reaching(TrialBench& usual, size_t at, const Trial& trial, const std::vector<Trial>& of_case) {
    if (is_for_pointwise(*trial.variant) && !trial.is_pointwise) return {};
    const Trial& plain = of_case.front();
    usual.release();
    TrialBench bench = own_bench(at);
    TRY(reaches, reaches_of(subject_.problem, trial, of_case, oracle_));
    for (const double reach : reaches) {
      const std::optional<Trial> asked = reach == trial.reach ? trial : at_reach(trial, plain.inputs, reach);
      if (!asked) break;
      const auto answer = answer_of(*asked, oracle_);
      if (!answer) continue;
      TRY(is_within, is_within_types(*asked->resolved, **answer, oracle_.arrays()));
      if (!is_within) continue;
      TRY(result, run_one(bench, *asked, own_case(at, *asked)));
      const bool is_in_doubt = result.outcome == Outcome::wrong || result.outcome == Outcome::failed;
      if (is_in_doubt) bench.release();
      TRY(held, is_in_doubt ? originals_.has_room(*asked, plain) : true);
      if (held) findings_.tell(std::move(result));
      if (held) return {};
    }
    findings_.leave_out(trial, "the original, or a result's type, has no room for it");
    return {};
  }

  // A problem that divides by its data has no answer to zeros, and an exponential none to what is far out.
  Result<void> try_patched(TrialBench& bench, size_t at, const Trial& trial, const Trial& plain) {
    TRY(is_answered, has_answer(trial));
    if (is_answered) return try_one(bench, trial, own_case(at, trial));
    const Trial other = milder(trial, plain.inputs);
    TRY(is_answered_without, has_answer(other));
    bench.release();
    TrialBench own = own_bench(at);
    if (is_answered_without) return try_one(own, other, own_case(at, other));
    findings_.leave_out(trial, "the reference has no number for it");
    return {};
  }

  // A number for every result.
  Result<bool> has_answer(const Trial& trial) {
    const auto answer = answer_of(trial, oracle_);
    return answer ? has_numbers(*trial.resolved, **answer, oracle_.arrays()) : Result<bool>(false);
  }

  // Where the original moves its inputs and looks at none, any bits must arrive.
  Result<void> try_bits(TrialBench& bench, const Trial& plain, const std::shared_ptr<const ResolvedCase>& own) {
    if (!findings_.is_sound() || !subject_.original) return {};
    bench.release();
    TRY(copying, copy_trial(plain, random_bits(plan_.trials.secret, 78), oracle_, originals_));
    if (!copying) return {};
    const Trial& trial = copying->trial;
    TRY(run, timely(bench, trial, own));
    if (run.reason.empty()) bench.keep_outputs(run);
    TRY(ranges, ranges_of(trial, oracle_.arrays()));
    TrialResult result{trial.resolved->name, trial.name, trial.what, run.outcome, run.reason, {}, std::move(ranges)};
    if (run.reason.empty()) {
      TRY(different, bit_difference(subject_.problem, trial, run.outputs, copying->wanted, oracle_.arrays()));
      result.reason = std::move(different);
      if (!result.reason.empty()) result.outcome = Outcome::wrong;
    }
    findings_.tell(std::move(result));
    return {};
  }

  Result<TrialRun> timely(TrialBench& bench, const Trial& trial, const std::shared_ptr<const ResolvedCase>& own) {
    const StageTimer timer("check: run");
    time_.begin();
    auto run = bench.run(trial, own);
    time_.end();
    if (!run || !time_.is_up()) return run;
    TRY(more, time_.extend(count_, [&] { return originals_.seconds_of(trial); }));
    if (!more) return TrialRun{Outcome::failed, time_.reason(), {}};
    return run->reason.empty() ? std::move(run) : timely(bench, trial, own);
  }

  // Nothing is held against the original where it alone says what data means.
  Result<bool> is_excused(const Trial& trial, const TrialResult& result) {
    if (result.outcome == Outcome::correct || result.outcome == Outcome::not_judged) return false;
    const bool is_own_word = trial.admission && !subject_.original;
    if ((is_own_word || !trial.is_held) && result.outcome != Outcome::invalid) {
      findings_.tell_unheld(trial, result);
      return true;
    }
    TRY(standing, originals_.standing(trial, result.outcome, result.verdict));
    if (standing == Standing::excused) findings_.leave_out(trial, "the original is as wrong there");
    if (standing == Standing::meaningless) findings_.leave_out(trial, "the original itself cannot run with it");
    return standing != Standing::held;
  }

  Result<void> sanitize(size_t at, const Trial& trial) {
    const StageTimer timer("check: sanitize");
    if (!findings_.is_sound()) return {};
    const SanitizedTrial sanitized{subject_.problem, subject_.cases[at].build, trial, own_case(at, trial)};
    const TrialBench::Plan plan{plan_.trials.secret, plan_.guard_bytes};
    TRY(result, sanitize_trial(sanitized, services_, plan, findings_.report.notes));
    if (!result) return {};
    if (!result->reason.empty()) findings_.end(result->outcome, result->reason);
    findings_.report.trials.push_back(std::move(*result));
    return {};
  }

  const CheckSubject& subject_;
  const CheckPlan& plan_;
  const CheckServices& services_;
  Oracle& oracle_;
  Device& device_;
  OriginalTrials originals_;
  CandidateTime time_;
  CheckFindings findings_;
  std::map<const ResolvedCase*, std::shared_ptr<const ResolvedCase>> own_cases_;
  size_t count_ = 0, done_ = 0;  // trials
};

}  // namespace

Result<CheckReport> check_candidate(const CheckSubject& subject, const CheckPlan& plan, const CheckServices& services) {
  return Check(subject, plan, services).run();
}

}  // namespace whet
