#include "judge/baseline/python_baseline.h"
#include "judge/oracle/difference.h"

#include <algorithm>

#include <fmt/format.h>

#include "judge/baseline/baseline_process.h"
#include "judge/check/check.h"
#include "judge/oracle/rounding_slack.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_mib = 1048576;

const std::vector<std::string>& known_names() {
  static const std::vector<std::string> names = {"torch", "torch.compile", "flashinfer", "cublas"};
  return names;
}

BaselineJob job_of(const std::string& name, const Problem& problem, const BaselineServices& services) {
  BaselineJob job{name};
  const std::string file = join_path(problem.directory, "baselines.py");
  if (services.files.info(file)) job.file = file;
  if (!services.device.is_virtual) job.device = services.device.name;
  job.l2_bytes = static_cast<uint64_t>(services.device.gpu.product.number("l2").value_or(0) * k_mib);
  return job;
}

double number_at(const Json& head, const char* key) {
  const Json* found = head.find(key);
  return found ? found->as_number().value_or(0) : 0;
}

// Runs one baseline from its start to its times.
class Run {
 public:
  Run(std::string name, const Problem& problem, const ResolvedCase& resolved, Oracle& oracle,
      const BaselineServices& services, const TimingRule& rule)
      : problem_(problem), resolved_(resolved), oracle_(oracle), services_(services), rule_(rule) {
    result_.name = std::move(name);
  }

  Result<BaselineResult> run() {
    tell("start");
    TRY(process, BaselineProcess::start(job_of(result_.name, problem_, services_), problem_, resolved_, services_.files,
                                        services_.processes));
    if (!given(process.opening())) return std::move(result_);
    result_.place = text_at(process.opening().message.head, "place");
    result_.on_gpu = text_at(process.opening().message.head, "by") == "cuda_event";
    TRY(trials, make_trials(resolved_, {.secret = rule_.seed, .effort = Effort::quick}, services_.files));
    tell("check");
    for (const Trial& trial : trials) {
      TRY(right, check(process, trial));
      if (!right) return std::move(result_);
    }
    if (!take_samples(process)) return std::move(result_);
    TRY(right, check(process, trials.front()));
    if (right) result_.outcome = BaselineOutcome::timed;
    return std::move(result_);
  }

 private:
  void tell(const std::string& what) const {
    if (services_.progress) services_.progress(result_.name, what);
  }

  // True if there is a result; otherwise the answer becomes the outcome.
  bool given(const BaselineAnswer& answer) {
    if (answer.kind == BaselineAnswer::Kind::given) return true;
    const bool skipped = answer.kind == BaselineAnswer::Kind::skipped;
    result_.outcome = skipped ? BaselineOutcome::skipped : BaselineOutcome::failed;
    result_.reason = answer.reason;
    result_.details = answer.details;
    result_.timing = {};
    return false;
  }

  Result<bool> check(BaselineProcess& process, const Trial& trial) {
    BaselineAnswer answer = process.run(trial.inputs);
    if (!given(answer)) return false;
    const std::vector<std::string> outputs = process.outputs_of(answer);
    TRY(verdict, judge_outputs(problem_, trial, ArrayContents(outputs.begin(), outputs.end()), oracle_));
    if (verdict.correct()) return true;
    result_.outcome = BaselineOutcome::wrong;
    result_.reason = difference_text(verdict, trial);
    result_.timing = {};
    return false;
  }

  bool take_samples(BaselineProcess& process) {
    SamplingPlan plan;
    plan.cache = rule_.cache;
    plan.warm_ups = rule_.warm_ups;
    plan.samples = 1;  // the first call includes the warm-ups, which do not count for the rule
    plan.limit_seconds = rule_.stopping.wall_seconds;
    if (!take(process, plan)) return false;
    Stopping stopping(rule_.stopping, services_.clock);
    size_t seen = 0;
    while (true) {
      const auto& samples = result_.timing.sampling.samples;
      for (; seen < samples.size(); ++seen) stopping.add(samples[seen].seconds);
      if (const StopReason reason = stopping.reason(); reason != StopReason::not_yet) {
        finish(reason);
        return true;
      }
      plan.samples = static_cast<int>(std::min<size_t>(k_samples_a_call, rule_.stopping.most_samples - seen));
      if (!take(process, plan)) return false;
      tell(fmt::format("{} samples", samples.size()));
    }
  }

  bool take(BaselineProcess& process, const SamplingPlan& plan) {
    const BaselineAnswer answer = process.time(plan);
    if (!given(answer)) return false;
    Sampling& sampling = result_.timing.sampling;
    const Json& head = answer.message.head;
    const Json* seconds = head.find("seconds");
    const auto* listed = seconds ? seconds->as_array() : nullptr;
    for (size_t i = 0; listed && i < listed->size(); ++i) {
      const double value = (*listed)[i].as_number().value_or(0);
      if (value > 0) sampling.samples.push_back({value, 0, 0});
    }
    if (sampling.samples.empty()) return given({BaselineAnswer::Kind::failed, "it gave no times", {}, {}});
    if (const double empty = number_at(head, "empty_seconds"); empty > 0) sampling.empty_seconds = empty;
    if (const Json* notes = head.find("notes"); notes && notes->as_array()) {
      sampling.notes.clear();
      for (const Json& note : *notes->as_array()) {
        if (note.as_string()) sampling.notes.push_back(*note.as_string());
      }
    }
    return true;
  }

  void finish(StopReason reason) {
    std::vector<double> seconds;
    for (const Sample& sample : result_.timing.sampling.samples) seconds.push_back(sample.seconds);
    result_.timing.seconds = spread(std::move(seconds));
    result_.timing.stopped = reason;
  }

  const Problem& problem_;
  const ResolvedCase& resolved_;
  Oracle& oracle_;
  const BaselineServices& services_;
  const TimingRule& rule_;
  BaselineResult result_;
};

}  // namespace

std::string_view name_of(BaselineOutcome outcome) {
  constexpr std::string_view k_names[] = {"timed", "skipped", "wrong", "failed"};
  return k_names[static_cast<size_t>(outcome)];
}

Result<std::vector<std::string>> parse_baselines(const std::string& text) {
  if (trim(text) == "all") return known_names();
  std::vector<std::string> names;
  for (const std::string_view part : split(text, ',')) {
    const std::string name(trim(part));
    const auto& known = known_names();
    if (std::find(known.begin(), known.end(), name) == known.end())
      return bad_input("there is no baseline `" + name + "`", "--baselines",
                       "choose from " + join(known, ", ") + ", or all");
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

Result<std::vector<BaselineResult>> time_baselines(const Problem& problem, const ResolvedCase& resolved,
                                                   const std::vector<std::string>& names, Oracle& oracle,
                                                   const BaselineServices& services, const TimingRule& rule) {
  std::vector<BaselineResult> results;
  for (const std::string& name : names) {
    TRY(result, Run(name, problem, resolved, oracle, services, rule).run());
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace whet
