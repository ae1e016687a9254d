#include "judge/measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "util/text.h"

namespace whet {

namespace {

class MeasureRun {
 public:
  explicit MeasureRun(const MeasureServices& services)
      : services_(services), bench_(services.bench), order_(services.order) {}

  Result<MeasuredKernels> run(std::vector<NamedProblem> kernels) {
    TRY_VOID(prepare(std::move(kernels)));
    for (const PreparedKernel& one : prepared_) {
      TRY(kernel, check_prepared(one, services_));
      result_.kernels.push_back(std::move(kernel));
    }
    if (!result_.sound()) return std::move(result_);
    limit_calls();
    TRY_VOID(prepared_.size() == 1 ? time_one() : time_two());
    TRY_VOID(time_baselines());
    return std::move(result_);
  }

 private:
  Result<void> prepare(std::vector<NamedProblem> kernels) {
    TRY(first, prepare_kernel(std::move(kernels[0]), bench_.runner(), services_));
    prepared_.push_back(std::move(first));
    if (kernels.size() == 2) {
      TRY(runner, bench_.second_runner(prepared_.front().named.problem, kernels[1].problem));
      TRY(second, prepare_kernel(std::move(kernels[1]), *runner, services_, &prepared_.front()));
      prepared_.push_back(std::move(second));
      TRY_VOID(check_same_work());
    }
    result_.at = prepared_.front().resolved();
    result_.buffer_sets = INT_MAX;
    for (const PreparedKernel& one : prepared_)
      result_.buffer_sets = std::min(result_.buffer_sets, bench_.buffer_sets(one.resolved()));
    return {};
  }

  // Two problems can only be compared where they compute as much.
  Result<void> check_same_work() const {
    const NamedProblem &first = prepared_[0].named, &second = prepared_[1].named;
    const std::string difference = work_difference(floor_input(first.problem, prepared_[0].resolved()),
                                                   floor_input(second.problem, prepared_[1].resolved()));
    if (difference.empty()) return {};
    return bad_input(fmt::format("{} and {} do not do the same work: {}", first.name, second.name, difference), {},
                     "choose equal sizes with --dims or --case");
  }

  // Where two share a runner, the longer trial of both counts.
  void limit_calls() {
    double longest = 0;
    for (const MeasuredKernel& kernel : result_.kernels) longest = std::max(longest, kernel.longest_trial_seconds);
    for (size_t i = 0; i < prepared_.size(); ++i) {
      if (result_.kernels[i].checked && prepared_[i].named.problem.is_candidate)
        bench_.limit_timed_calls(*prepared_[i].runner, longest);
    }
  }

  Result<TimedKernel> stage(const PreparedKernel& prepared, const TimedKernel* shared = nullptr) {
    return bench_.stage(prepared.subject(), result_.buffer_sets, order_.timing.seed, *prepared.runner, shared);
  }

  Result<void> count_work(size_t which, const TimedKernel& timed) {
    const PreparedKernel& prepared = prepared_[which];
    if (!bench_.facts().is_virtual || prepared.named.problem.is_host_function) return {};
    TRY(work, counted_work(result_.kernels[which].work, timed.contender().launches, *prepared.runner));
    result_.kernels[which].work = work;
    return {};
  }

  TimingProgress progress() const {
    return [this](size_t done, size_t all, double median) {
      services_.progress.show(fmt::format("{} of {}, median {:.4g} us", done, all, 1e6 * median));
    };
  }

  void add_notes(const Sampling& sampling) {
    for (const std::string& note : sampling.notes) {
      if (std::find(result_.notes.begin(), result_.notes.end(), note) == result_.notes.end())
        result_.notes.push_back(note);
    }
    if (!sampling.before.other_owners.empty())
      result_.notes.push_back("the GPU is not idle: " + join(sampling.before.other_owners, ", "));
  }

  void add_timing(size_t which, SamplingPlan::Cache cache, Timing timing) {
    MeasuredKernel& kernel = result_.kernels[which];
    add_notes(timing.sampling);
    MeasuredTiming measured =
        measured_timing(cache, std::move(timing), kernel.work.floor, bench_.facts().gpu, bench_.measurements());
    const std::string& disagreement = measured.timing.invalid;
    if (const std::string& why = disagreement.empty() ? measured.violation : disagreement; !why.empty())
      kernel.reject(why);
    kernel.timings.push_back(std::move(measured));
  }

  Result<void> time_one() {
    const PreparedKernel& prepared = prepared_.front();
    TRY(timed, stage(prepared));
    TRY_VOID(count_work(0, timed));
    for (const SamplingPlan::Cache cache : order_.caches) {
      const bool is_hot = cache == SamplingPlan::Cache::hot;
      // The virtual GPU models one state of the caches.
      if (bench_.facts().is_virtual && is_hot && order_.caches.size() > 1) continue;
      services_.progress.begin(fmt::format("time {}, {} L2", prepared.named.name, is_hot ? "hot" : "cold"));
      TimingRule rule = order_.timing;
      rule.cache = cache;
      TRY(timing, time_alone(timed.contender(), rule, bench_.services().clock, progress()));
      add_timing(0, cache, std::move(timing));
    }
    return check_after_timing(prepared, timed, false, services_, result_.kernels[0]);
  }

  Result<void> time_two() {
    const PreparedKernel &first = prepared_[0], &second = prepared_[1];
    TRY(baseline, stage(first));
    const bool is_shared = first.named.original.file == second.named.original.file && first.runner == second.runner;
    TRY(candidate, stage(second, is_shared ? &baseline : nullptr));
    TRY_VOID(count_work(0, baseline));
    TRY_VOID(count_work(1, candidate));
    services_.progress.begin("compare");
    TimingRule rule = order_.timing;
    rule.cache = order_.caches.front();
    Contender contender = candidate.contender();
    contender.vouched = !second.named.problem.is_host_function || second.named.is_own_source();
    TRY(paired, time_paired(baseline.contender(), contender, rule, {}, bench_.services().clock, progress()));
    result_.comparison = std::move(paired.comparison);
    add_timing(0, rule.cache, std::move(paired.baseline));
    add_timing(1, rule.cache, std::move(paired.candidate));
    TRY_VOID(check_after_timing(first, baseline, is_shared, services_, result_.kernels[0]));
    TRY_VOID(check_after_timing(second, candidate, is_shared, services_, result_.kernels[1]));
    if (!result_.sound()) result_.comparison.reset();
    withhold_unchecked();
    return {};
  }

  // Times of what nobody knows to be right are no verdict.
  void withhold_unchecked() {
    for (MeasuredKernel& kernel : result_.kernels) {
      if (kernel.checked) continue;
      result_.comparison.reset();
      kernel.outcome = Outcome::not_judged;
      result_.notes.push_back(kernel.name + " was not checked: there is no verdict on which is faster");
    }
  }

  // What others make of the problem of the last kernel.
  Result<void> time_baselines() {
    if (order_.baselines.empty()) return {};
    const JudgeServices& judge = bench_.services();
    const PreparedKernel& prepared = prepared_.back();
    const BaselineServices asked{
        judge.files, judge.processes, judge.clock, bench_.facts(),
        [&](const std::string& baseline, const std::string& what) { services_.progress.show(baseline + ": " + what); }};
    services_.progress.begin("baselines");
    TRY(results, whet::time_baselines(prepared.named.original, prepared.resolved(), order_.baselines, *prepared.oracle,
                                      asked, order_.timing));
    result_.baselines = std::move(results);
    return {};
  }

  const MeasureServices& services_;
  JudgeBench& bench_;
  const MeasureOrder& order_;
  std::vector<PreparedKernel> prepared_;
  MeasuredKernels result_;
};

}  // namespace

Result<MeasuredKernels> measure(std::vector<NamedProblem> kernels, const MeasureServices& services) {
  return MeasureRun(services).run(std::move(kernels));
}

}  // namespace whet
