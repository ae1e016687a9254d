#include "judge/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "judge/conditioning.h"
#include "judge/difference.h"
#include "judge/library_rules.h"
#include "judge/original_trials.h"
#include "judge/trial_bench.h"
#include "judge/watched_result.h"
#include "problem/build.h"
#include "problem/data.h"
#include "problem/module_variables.h"
#include "util/text.h"

namespace whet {

namespace {

// What the tolerance refuses; an answer it must refuse and takes is the problem's fault.
Result<std::vector<NullAnswer>> refused_answers(const Problem& problem, const std::vector<Trial>& trials,
                                                Oracle& oracle) {
  const auto other = std::find_if(trials.begin(), trials.end(),
                                  [&](const Trial& trial) { return trial.inputs != trials.front().inputs; });
  TRY(answers, null_answers(problem, oracle, trials.front(), other == trials.end() ? trials.front() : *other));
  for (const NullAnswer& answer : answers) {
    if (answer.must_be && !answer.refused)
      return bad_input("the problem cannot be judged: " + answer.name + " would pass", problem.file,
                       "give data that the result depends on, or a smaller atol and rtol in [precision]");
  }
  return answers;
}

Result<std::vector<std::vector<Trial>>> all_trials(const std::vector<ResolvedCase>& cases, const CheckPlan& plan,
                                                   uint64_t draw, const FileSystem& files) {
  std::vector<std::vector<Trial>> all;
  const auto smallest = std::min_element(cases.begin(), cases.end(), [](const ResolvedCase& a, const ResolvedCase& b) {
    return a.total_bytes < b.total_bytes;
  });
  for (size_t i = 0; i < cases.size(); ++i) {
    TrialPlan trials = plan.trials;
    if (&cases[i] != &*smallest) trials.many_calls = 0, trials.special_values = false;
    trials.secret = random_bits(trials.secret, i + (draw << 32));
    TRY(of_case, make_trials(cases[i], trials, files));
    all.push_back(std::move(of_case));
  }
  return all;
}

class Check {
 public:
  Check(const CheckSubject& subject, const CheckPlan& plan, Oracle& oracle, Device& device, Compiler& compiler,
        const FileSystem& files)
      : subject_(subject),
        plan_(plan),
        oracle_(oracle),
        device_(device),
        files_(files),
        originals_(subject.original, {plan.trials.secret, plan.guard_bytes}, oracle, device, compiler) {}

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
    size_t count = 0, done = 0;
    for (const auto& trials : asked.trials) count += trials.size();
    for (size_t i = 0; i < asked.trials.size() && is_sound(report_.outcome); ++i) {
      TrialBench::Plan bench_plan = this->bench_plan();
      bench_plan.memory = memory();
      bench_plan.read_outputs = plan_.trials.effort == Effort::full;  // what may be handed out is compared itself
      TrialBench bench(subject_.problem, subject_.cases[i].build, device_, bench_plan);
      const std::vector<Trial>& trials = asked.trials[i];
      for (const Trial& trial : trials) {
        TRY_VOID(try_one(bench, trial, own_case(i, trial)));
        if (plan_.progress) plan_.progress(++done, count);
        if (!is_sound(report_.outcome)) break;
      }
      if (plan_.sanitizer && is_sound(report_.outcome)) TRY_VOID(sanitize(i, trials.front()));
      if (plan_.compute_sanitizer && is_sound(report_.outcome)) TRY_VOID(watch(i, trials.front()));
    }
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
    TRY(run, bench.run(trial, own));
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

  // The first trial once more where every access, race and barrier is watched, and blocks run in another order.
  Result<void> sanitize(size_t at, const Trial& trial) {
    TrialBench bench(subject_.problem, subject_.cases[at].build, *plan_.sanitizer, bench_plan());
    TRY(run, bench.run(trial, own_case(at, trial)));
    TRY(result, watched_result(subject_.problem, trial, run, oracle_));
    if (!result.reason.empty()) end(result.outcome, result.reason);
    report_.trials.push_back(std::move(result));
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
  CheckReport report_;
  std::map<const ResolvedCase*, std::shared_ptr<const ResolvedCase>> own_cases_;
};

}  // namespace

Result<std::vector<CheckCase>> build_cases(const Problem& candidate, const std::vector<ProblemCase>& cases,
                                           const ResolveOptions& options, const Device& device, Compiler& compiler) {
  std::vector<CheckCase> built;
  for (const ProblemCase& each : cases) {
    TRY(resolved, resolve_case(candidate, each, options));
    TRY(builds, compiler.compile(compile_request(candidate, resolved, {device.facts().architecture})));
    TRY_VOID(check_variables(candidate, resolved, builds.front()));
    built.push_back({std::move(resolved), std::move(builds.front())});
  }
  return built;
}

Result<Examination> make_examination(const Problem& original, const std::vector<ResolvedCase>& cases,
                                     const CheckPlan& plan, Oracle& oracle, const FileSystem& files) {
  // Sums of other data may come out the same by chance: such data would not show a kernel that keeps its first answer.
  constexpr uint64_t k_draws = 6;
  for (uint64_t draw = 0;; ++draw) {
    Examination made;
    TRY(trials, all_trials(cases, plan, draw, files));
    made.trials = std::move(trials);
    auto contract = refused_answers(original, made.trials.front(), oracle);
    if (!contract && draw + 1 < k_draws) continue;
    if (!contract) return contract.error();
    made.contract = std::move(*contract);
    return made;
  }
}

Result<void> add_answers(Examination& examination, uint64_t most_bytes, Oracle& oracle) {
  for (auto& trials : examination.trials) {
    for (Trial& trial : trials) {
      uint64_t bytes = 0;
      for (const ResolvedArgument& argument : trial.resolved->arguments)
        bytes += argument.is_written() ? argument.count * sizeof(double) : 0;
      if (bytes > most_bytes) return {};
      most_bytes -= bytes;
      auto answer = answer_of(trial, oracle);
      if (!answer && trial.admission) continue;  // data that the reference may have no answer to
      if (!answer) return answer.error();
      trial.answer = std::move(*answer);
    }
  }
  return {};
}

Result<CheckReport> check_candidate(const CheckSubject& subject, const CheckPlan& plan, Oracle& oracle, Device& device,
                                    Compiler& compiler, const FileSystem& files) {
  return Check(subject, plan, oracle, device, compiler, files).run();
}

}  // namespace whet
