#include "diagnose/measured_run.h"

#include <algorithm>

#include "device/array_shadow.h"
#include "device/launch_counters.h"

namespace whet {

namespace {

constexpr DataOptions k_measured_data{1, 0};  // as everywhere else that kernels are looked at

// One launch after another on the staged problem.
class LaunchCounter {
 public:
  LaunchCounter(const MeasurePlan& plan, const StagedProblem& staged, std::optional<ArrayShadow> shadow)
      : plan_(plan), staged_(staged), shadow_(std::move(shadow)) {}

  Result<std::vector<CountedLaunch>> run() {
    choose();
    std::vector<CountedLaunch> counted;
    for (const Launch& launch : staged_.launches()) {
      TRY_VOID(shadow_ ? shadow_->keep() : Result<void>());
      CountedLaunch each;
      each.launch.kernel = launch.kernel;
      each.launch.shape = launch.shape;
      TRY_VOID(time(launch, each));
      if (!plan_.collect) TRY_VOID(count(launch, each));
      TRY_VOID(put_back());
      TRY_VOID(plan_.device.launch(launch));
      if (!shadow_) each.notes.emplace_back("arrays were not put back between passes: there is no room for copies");
      counted.push_back(std::move(each));
    }
    return counted;
  }

 private:
  Result<void> put_back() { return shadow_ ? shadow_->put_back() : Result<void>(); }

  // Which metrics this GPU has.
  void choose() {
    if (plan_.collect) return;
    LaunchCounters* const counters = plan_.device.launch_counters();
    if (!counters) {
      refusal_ = refusal_of(missing("this device has no counters"));
      return;
    }
    const auto known = counters->known_metrics(all_names(plan_.needs));
    if (known)
      chosen_ = choose_metrics(plan_.needs, *known);
    else
      refusal_ = refusal_of(known.error());
    // Each takes passes of its own, and the virtual GPU counts the same.
    const auto of_operations = [](const std::string& name) { return name.starts_with("smsp__sass_"); };
    if (plan_.twin) std::erase_if(chosen_.names, of_operations);
  }

  Result<void> time(const Launch& launch, CountedLaunch& each) {
    SamplingPlan how;
    if (shadow_) how.resets = shadow_->resets();
    TRY(sampling, plan_.device.sample({launch}, how));
    std::vector<double> seconds;
    for (const Sample& sample : sampling.samples) seconds.push_back(sample.seconds);
    if (seconds.empty()) return failed("the launch could not be timed");
    std::sort(seconds.begin(), seconds.end());
    const size_t count = seconds.size();
    each.time = {seconds[count / 2], seconds[count / 4], seconds[count * 3 / 4], sampling.origin};
    each.empty_seconds = sampling.empty_seconds;
    return {};
  }

  // Once refused, counters are not asked for again. An error is that of the arrays, not of the counters.
  Result<void> count(const Launch& launch, CountedLaunch& each) {
    if (!refusal_) {
      auto reading = plan_.device.launch_counters()->count(launch, chosen_.names, [this] { return put_back(); });
      if (reading)
        each.counted = counted_profile(*reading, chosen_);
      else
        refusal_ = refusal_of(reading.error());
    }
    if (!each.counted) each.refusal = refusal_;
    return plan_.device.finish();
  }

  const MeasurePlan& plan_;
  const StagedProblem& staged_;
  std::optional<ArrayShadow> shadow_;
  ChosenMetrics chosen_;
  std::optional<CounterRefusal> refusal_;
};

// What another collector found, launch by launch.
void add_collected(const MeasurePlan& plan, std::vector<CountedLaunch>& launches) {
  std::vector<std::string> kernels;
  for (const CountedLaunch& each : launches) kernels.push_back(each.launch.kernel);
  auto profiles = plan.collect(kernels);
  if (profiles && profiles->size() != launches.size())
    profiles = failed("the collector saw " + std::to_string(profiles->size()) + " launches where " +
                      std::to_string(launches.size()) + " were made");
  for (size_t i = 0; i < launches.size(); ++i) {
    if (profiles)
      launches[i].counted = std::move((*profiles)[i]);
    else
      launches[i].refusal = refusal_of(profiles.error());
  }
}

Result<std::vector<PcSampling>> sample_staged(const DiagnoseRequest& request, const MeasurePlan& plan,
                                              const FileSystem& files, const std::vector<double>& seconds) {
  TRY(staged, StagedProblem::stage(request.problem, request.resolved, request.build, plan.device));
  TRY_VOID(staged.fill(k_measured_data, files));
  auto shadow = ArrayShadow::make(request.resolved, staged, plan.device);
  const Restore restore = [&]() -> Result<void> { return shadow ? shadow->put_back() : Result<void>(); };
  std::vector<PcSampling> found;
  for (size_t i = 0; i < staged.launches().size(); ++i) {
    TRY_VOID(shadow ? shadow->keep() : Result<void>());
    TRY(sampling, plan.device.launch_counters()->sample_pcs(staged.launches()[i], seconds[i], restore));
    found.push_back(std::move(sampling));
  }
  return found;
}

}  // namespace

Result<std::vector<CountedLaunch>> count_launches(const DiagnoseRequest& request, const MeasurePlan& plan,
                                                  const FileSystem& files) {
  TRY(staged, StagedProblem::stage(request.problem, request.resolved, request.build, plan.device));
  TRY_VOID(staged.fill(k_measured_data, files));
  auto shadow = ArrayShadow::make(request.resolved, staged, plan.device);
  LaunchCounter counter(plan, staged, shadow ? std::optional(std::move(*shadow)) : std::nullopt);
  TRY(launches, counter.run());
  if (plan.collect) add_collected(plan, launches);
  return launches;
}

// The code is loaded again, after sampling began: CUPTI names only the functions that it saw being loaded.
std::vector<SampledLaunch> sample_launches(const DiagnoseRequest& request, const MeasurePlan& plan,
                                           const FileSystem& files, const std::vector<double>& seconds) {
  std::vector<SampledLaunch> launches(seconds.size());
  LaunchCounters* const counters = plan.samples ? plan.device.launch_counters() : nullptr;
  if (!counters) return launches;
  const auto begun = counters->begin_sampling();
  auto found = begun ? sample_staged(request, plan, files, seconds) : Result<std::vector<PcSampling>>(begun.error());
  counters->end_sampling();
  for (size_t i = 0; i < launches.size(); ++i) {
    if (found)
      launches[i].sampling = std::move((*found)[i]);
    else
      launches[i].trouble = refusal_of(found.error()).what;
  }
  return launches;
}

}  // namespace whet
