#include "judge/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "judge/conditioning.h"
#include "judge/difference.h"
#include "judge/library_rules.h"
#include "judge/original_trials.h"
#include "judge/trial_bench.h"
#include "problem/module_variables.h"
#include "util/text.h"

namespace whet {

namespace {

class Check {
 public:
  Check(const CheckSubject& subject, const CheckPlan& plan, Oracle& oracle, Device& device, Compiler& compiler,
        const FileSystem& files)
      : subject_(subject),
        plan_(plan),
        oracle_(oracle),
        device_(device),
        files_(files),
        originals_(subject.original, {plan.trials.secret, plan.guard_bytes}, oracle, device, compiler),
        time_(subject.original ? plan.time : CandidateTime::Rule{}, device) {}

  Result<CheckReport> run() {
    TRY_VOID(check_instructions());
    if (!is_sound(report_.outcome)) return std::move(report_);
    Examination made;
    if (!plan_.prepared) {
      auto examination = make_examination(subject_.problem, resolved_cases(), plan_, oracle_, files_);
      if (!examination) return explained(std::move(examination).error());
      made = std::move(*examination);
    }
    const Examination& asked = plan_.prepared ? *plan_.prepared : made;
    report_.contract = asked.contract;
    size_t done = 0;
    for (const auto& trials : asked.trials) count_ += trials.size();
    for (size_t i = 0; i < asked.trials.size() && is_sound(report_.outcome); ++i) {
      TrialBench::Plan bench_plan = this->bench_plan();
      bench_plan.memory = memory();
      bench_plan.read_outputs = plan_.trials.effort == Effort::full;  // what may be handed out is compared itself
      TrialBench bench(subject_.problem, subject_.cases[i].build, device_, bench_plan);
      const std::vector<Trial>& trials = asked.trials[i];
      for (const Trial& trial : trials) {
        TRY_VOID(try_one(bench, trial, own_case(i, trial)));
        if (plan_.progress) plan_.progress(++done, count_);
        if (!is_sound(report_.outcome)) break;
      }
      if (plan_.sanitizer && is_sound(report_.outcome)) TRY_VOID(sanitize(i, trials.front()));
      if (plan_.compute_sanitizer && is_sound(report_.outcome)) TRY_VOID(watch(i, trials.front()));
    }
    report_.longest_seconds = time_.longest_seconds();
    return std::move(report_);
  }

 private:
  std::vector<ResolvedCase> resolved_cases() const {
    std::vector<ResolvedCase> cases;
    for (const CheckCase& each : subject_.cases) cases.push_back(each.resolved);
    return cases;
  }

  TrialBench::Plan bench_plan() const { return {plan_.trials.secret, plan_.guard_bytes}; }
  CheckMemory* memory() const { return subject_.problem.is_host_function ? nullptr : plan_.memory; }

  Result<void> check_instructions() {
    for (const CheckCase& each : subject_.cases) {
      if (!each.build.library.empty()) {
        TRY(exports, foreign_exports(each.build.library));
        if (!exports.empty()) end(Outcome::invalid, "its library exports " + join(exports, ", "));
      }
      TRY(found, forbidden_instructions(subject_.problem, each.build));
      if (found.empty()) continue;
      end(Outcome::invalid,
          "it works in less precision than the problem allows: its machine code has " + join(found, ", "));
      return {};
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
    TRY(admitted, originals_.admits(trial));
    if (!admitted) {
      leave_out(trial, trial.admission->why_not);
      return {};
    }
    TrialResult result{trial.resolved->name, trial.name, trial.what};
    result.ranges = trial.ranges;
    TRY(run, timely(bench, trial, own));
    result.outcome = run.outcome;
    result.reason = run.reason;
    if (run.known_right) {
      result.verdict = *run.known_right;
    } else if (run.reason.empty()) {
      TRY_VOID(compare(trial, run, result));
      if (memory() && result.outcome == Outcome::correct) memory()->add_right(trial, run.digests, result.verdict);
    }
    TRY(excused, is_excused(trial, result));
    if (excused) return {};
    if (!is_sound(result.outcome)) end(result.outcome, result.reason);
    report_.trials.push_back(std::move(result));
    return {};
  }

  Result<TrialRun> timely(TrialBench& bench, const Trial& trial, const std::shared_ptr<const ResolvedCase>& own) {
    time_.begin();
    auto run = bench.run(trial, own);
    time_.end();
    if (!run || !time_.is_up()) return run;
    TRY(more, time_.extend(count_, [&] { return originals_.seconds_of(trial); }));
    if (!more) return TrialRun{Outcome::failed, time_.reason(), {}};
    return run->reason.empty() ? std::move(run) : timely(bench, trial, own);
  }

  Result<void> compare(const Trial& trial, const TrialRun& run, TrialResult& result) {
    auto verdict = judge_outputs(subject_.problem, trial, run.outputs, oracle_);
    if (!verdict && trial.admission) {
      result.outcome = Outcome::wrong;
      result.reason = verdict.error().what;
      return {};
    }
    if (!verdict) return verdict.error();
    result.verdict = std::move(*verdict);
    result.reason = difference_text(result.verdict, trial);
    if (result.reason.empty()) {
      TRY(missed, originals_.missed_strictly(subject_.problem, trial, run.outputs));
      result.reason = std::move(missed);
    }
    if (!result.reason.empty()) result.outcome = Outcome::wrong;
    return {};
  }

  // Nothing is held against the original where it alone says what data means.
  Result<bool> is_excused(const Trial& trial, const TrialResult& result) {
    if (result.outcome == Outcome::correct || result.outcome == Outcome::not_judged) return false;
    const bool is_own_word = trial.admission && !subject_.original;
    if ((is_own_word || !trial.is_held) && result.outcome != Outcome::invalid) {
      report_.notes.push_back(
          fmt::format("told, and not held against it (case {}): {}", trial.resolved->name, result.reason));
      return true;
    }
    TRY(excused, originals_.excuses(trial, result.outcome, result.verdict));
    if (excused) leave_out(trial, "the original fails there too");
    return excused;
  }

  void leave_out(const Trial& trial, const std::string& why) {
    report_.notes.push_back(fmt::format("not asked of it (case {}): {}; {}", trial.resolved->name, trial.what, why));
  }

  // The first trial once more where every access, race and barrier is watched.
  Result<void> sanitize(size_t at, const Trial& trial) {
    TrialBench bench(subject_.problem, subject_.cases[at].build, *plan_.sanitizer, bench_plan());
    TRY(run, bench.run(trial, own_case(at, trial)));
    if (!run.reason.empty()) end(run.outcome == Outcome::failed ? Outcome::invalid : run.outcome, run.reason);
    report_.trials.push_back(
        {trial.resolved->name, "sanitized", "every access watched", report_.outcome, run.reason, {}});
    return {};
  }

  // The same under compute-sanitizer: errors break the rules, warnings are told.
  Result<void> watch(size_t at, const Trial& trial) {
    if (subject_.problem.is_host_function) {
      report_.notes.emplace_back("--sanitize watches kernels that whet launches, not host code");
      return {};
    }
    TRY(findings,
        plan_.compute_sanitizer->watch(subject_.problem, *own_case(at, trial), trial.inputs, subject_.cases[at].build));
    std::string reason;
    for (const SanitizerFinding& finding : findings) {
      if (finding.is_warning)
        report_.notes.push_back(describe(finding));
      else if (reason.empty())
        reason = describe(finding);
    }
    if (!reason.empty()) end(Outcome::invalid, reason);
    report_.trials.push_back({trial.resolved->name, "sanitized", "every access watched", report_.outcome, reason, {}});
    return {};
  }

  Error explained(Error error) const {
    for (const std::string& hint : unwritten_variables(subject_.problem, subject_.cases.front().build))
      error.details += "  note: " + hint + "\n";
    return error;
  }

  // Data that never reached the kernel explains a wrong result better than anything else.
  void end(Outcome outcome, std::string reason) {
    report_.outcome = outcome;
    report_.reason = std::move(reason);
    if (outcome != Outcome::wrong) return;
    for (const std::string& hint : unwritten_variables(subject_.problem, subject_.cases.front().build))
      report_.reason += "; " + hint;
  }

  const CheckSubject& subject_;
  const CheckPlan& plan_;
  Oracle& oracle_;
  Device& device_;
  const FileSystem& files_;
  OriginalTrials originals_;
  CandidateTime time_;
  size_t count_ = 0;  // of trials
  CheckReport report_;
  std::map<const ResolvedCase*, std::shared_ptr<const ResolvedCase>> own_cases_;
};

}  // namespace

Result<CheckReport> check_candidate(const CheckSubject& subject, const CheckPlan& plan, Oracle& oracle, Device& device,
                                    Compiler& compiler, const FileSystem& files) {
  return Check(subject, plan, oracle, device, compiler, files).run();
}

}  // namespace whet
