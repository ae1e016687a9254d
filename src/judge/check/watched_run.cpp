#include "judge/check/watched_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "judge/check/policy.h"
#include "judge/check/questions_in_code.h"
#include "judge/check/trial_bench.h"
#include "judge/check/watched_result.h"
#include "judge/oracle/difference.h"
#include "judge/oracle/rounding_slack.h"
#include "judge/process/remote_device.h"
#include "problem/smaller_case.h"
#include "util/self.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr uint64_t k_small_bytes = 1 << 20;      // of all arrays
constexpr uint64_t k_most_bytes = 256ull << 20;  // that are watched at all
constexpr uint64_t k_watch_number = 0x7761746368;
constexpr uint64_t k_pausing_rounds = 4;

std::optional<CheckCase> halved(const Problem& candidate, const CheckCase& from) {
  auto resolved = halved_case(candidate, from.resolved);
  if (!resolved) return std::nullopt;
  return CheckCase{std::move(*resolved), from.build};
}

std::string size_text(const ResolvedCase& resolved) {
  std::vector<std::string> texts;
  for (const NamedNumber& dimension : resolved.dims)
    texts.push_back(fmt::format("{}={}", dimension.name, dimension.value));
  return join(texts, ", ");
}

class WatchedRun {
 public:
  WatchedRun(const Problem& candidate, uint64_t secret, const WatchServices& services, CheckReport* report = nullptr)
      : candidate_(candidate), secret_(random_bits(secret, k_watch_number)), services_(services), report_(report) {}

  Result<WatchedCalls> make_calls(WatchedSize size) const {
    const CheckCase& at = size.chosen;
    TRY(trial, trial_at(at));
    TRY(watched, call(at, trial, watching_options(secret_)));
    WatchedCalls calls{std::move(size), std::move(trial), std::move(watched), {}};
    const bool is_met = !candidate_.is_host_function && meets_other_threads(calls.size.chosen.build.ptx);
    for (uint64_t round = 0; round < k_pausing_rounds && is_met && calls.watched.reason.empty(); ++round) {
      TRY(paused, call(calls.size.chosen, calls.trial, pausing_options(random_bits(secret_, round + 1))));
      calls.paused.push_back(std::move(paused));
    }
    return calls;
  }

  // At the small size; where something is found there and it is not asked to be right there, at the smallest that is
  // asked of it.
  Result<void> tell(const WatchedCalls& calls, const std::vector<CheckCase>& cases) {
    const WatchedSize& size = calls.size;
    TRY(result, judge(calls));
    const bool counts = size.is_asked || result.reason.empty();
    TRY(right, counts ? Result<bool>(true) : is_right(size.chosen));
    if (right) return tell(size.chosen, std::move(result));
    const CheckCase& asked = smallest(cases);
    if (asked.resolved.total_bytes <= k_most_bytes) {
      TRY(at_asked, make_calls({asked}));
      TRY(result_there, judge(at_asked));
      return tell(asked, std::move(result_there));
    }
    report_->notes.push_back(
        "not watched by a sanitizer: its smallest case is too large for the virtual GPU, and it is "
        "not right at " +
        size_text(size.chosen.resolved));
    return {};
  }

  static const CheckCase& smallest(const std::vector<CheckCase>& cases) {
    return *std::min_element(cases.begin(), cases.end(), [](const CheckCase& a, const CheckCase& b) {
      return a.resolved.total_bytes < b.resolved.total_bytes;
    });
  }

 private:
  Result<std::unique_ptr<Device>> open(const VirtualOptions& options) const {
    const std::string name = services_.facts.is_virtual ? services_.facts.name : "virtual:h200";
    if (candidate_.is_host_function) {
      RemoteSettings settings = remote_settings(services_.facts, secret_, true);
      settings.device.virtual_options.checks = options.checks;
      settings.device.virtual_options.track_initialised = options.track_initialised;
      settings.program = services_.runner;
      TRY(remote, RemoteDevice::open(settings, services_.knowledge));
      return std::unique_ptr<Device>(std::move(remote));
    }
    TRY(opened, open_device(name, options, services_.knowledge));
    return std::move(opened.device);
  }

  static VirtualOptions plain_options(uint64_t secret) {
    VirtualOptions options;
    options.budget = watching_options(secret).budget;
    options.seed = watching_options(secret).seed;
    return options;
  }

  Result<Trial> trial_at(const CheckCase& at) const {
    TRY(trials, make_trials(at.resolved, {.secret = secret_, .effort = Effort::quick}, services_.files));
    return std::move(trials.front());
  }

  Result<bool> is_right(const CheckCase& at) const {
    TRY(device, open(plain_options(secret_)));
    TRY(trial, trial_at(at));
    TrialBench bench(candidate_, at.build, *device, {secret_, 0});
    TRY(run, bench.run(trial, trial.resolved));
    if (!run.reason.empty()) return false;
    const auto verdict = judge_outputs(candidate_, trial, run.outputs, services_.oracle);
    return verdict && verdict->correct();
  }

  // A call under every check; then calls with warps that are paused at secret moments.
  Result<TrialRun> call(const CheckCase& at, const Trial& trial, const VirtualOptions& options) const {
    TRY(device, open(options));
    TrialBench bench(candidate_, at.build, *device, {secret_, 0});
    return bench.run(trial, trial.resolved);
  }

  Result<TrialResult> judge(const WatchedCalls& calls) {
    const CheckCase& at = calls.size.chosen;
    TRY(result, watched_result(candidate_, calls.trial, calls.watched, services_.oracle));
    result.what = "every access watched by the virtual GPU at " + size_text(at.resolved);
    if (candidate_.is_host_function) return result;
    for (const TrialRun& paused : calls.paused) {
      if (!result.reason.empty()) return result;
      TRY_VOID(judge_pause(calls, paused, result));
    }
    const std::vector<std::string> asked = timers_asked(at.build.ptx);
    for (uint64_t round = 0; round < k_pausing_rounds && result.reason.empty() && !asked.empty(); ++round)
      TRY_VOID(mislead(at, round, asked, result));
    return result;
  }

  Result<void> judge_pause(const WatchedCalls& calls, const TrialRun& run, TrialResult& result) {
    TRY(paused, watched_result(candidate_, calls.trial, run, services_.oracle));
    if (paused.reason.empty()) return {};
    paused.what = "warps paused at secret moments, at " + size_text(calls.size.chosen.resolved);
    result = std::move(paused);
    return {};
  }

  // Tests of the time come out either way. Who then stops by itself has asked whether it took too
  // long; who ends with another result computes with the time.
  Result<void> mislead(const CheckCase& at, uint64_t round, const std::vector<std::string>& asked,
                       TrialResult& result) {
    TRY(trial, trial_at(at));
    VirtualOptions options = pausing_options(random_bits(secret_, round + 1 + k_pausing_rounds));
    options.order = {};
    options.flips_tests = true;
    TRY(device, open(options));
    TrialBench bench(candidate_, at.build, *device, {secret_, 0});
    TRY(run, bench.run(trial, trial.resolved));
    if (!run.reason.empty()) return {};
    TRY(verdict, judge_outputs(candidate_, trial, run.outputs, services_.oracle));
    const std::string difference = difference_text(verdict, trial);
    if (difference.empty()) return {};
    result.verdict = std::move(verdict);
    result.outcome = Outcome::invalid;
    result.reason =
        fmt::format("its result depends on {}, which is another in every call: {}", join(asked, ", "), difference);
    return {};
  }

  Result<void> tell(const CheckCase& at, TrialResult result) {
    if (result.outcome == Outcome::not_judged)
      report_->notes.push_back("not watched by the virtual GPU: " + result.reason);
    else
      add(std::move(result));
    if (!services_.program || !is_sound(report_->outcome)) return {};
    TRY(trial, trial_at(at));
    TRY(findings, services_.program->watch(candidate_, at.resolved, trial.inputs, at.build));
    const std::string reason = first_error(findings, report_->notes);
    const Outcome outcome = reason.empty() ? Outcome::correct : Outcome::invalid;
    add({at.resolved.name,
         "sanitized",
         "every access watched by compute-sanitizer at " + size_text(at.resolved),
         outcome,
         reason,
         {}});
    return {};
  }

  void add(TrialResult result) {
    if (!result.reason.empty()) report_->outcome = result.outcome, report_->reason = result.reason;
    report_->trials.push_back(std::move(result));
  }

  const Problem& candidate_;
  uint64_t secret_;
  const WatchServices& services_;
  CheckReport* report_;
};

}  // namespace

WatchedSize watched_size(const Problem& candidate, const std::vector<CheckCase>& cases) {
  WatchedSize size{WatchedRun::smallest(cases)};
  for (const CheckCase& each : cases) {
    WatchedSize tried{each};
    while (tried.chosen.resolved.total_bytes > k_small_bytes) {
      auto smaller = halved(candidate, tried.chosen);
      if (!smaller) break;
      tried = {std::move(*smaller), false};
    }
    if (tried.chosen.resolved.total_bytes < size.chosen.resolved.total_bytes) size = std::move(tried);
  }
  return size;
}

std::unique_ptr<ComputeSanitizer> find_sanitizer(const DeviceFacts& facts, const std::string& program,
                                                 FileSystem& files, ProcessRunner& processes) {
  if (facts.is_virtual) return nullptr;
  auto found = ComputeSanitizer::find(facts.name, program.empty() ? own_path() : program, files, processes);
  return found ? std::make_unique<ComputeSanitizer>(std::move(*found)) : nullptr;
}

std::future<Result<WatchedCalls>> begin_watching(const Problem& candidate, const std::vector<CheckCase>& cases,
                                                 uint64_t secret, const WatchServices& services) {
  const auto how = services.has_cores_to_spare ? std::launch::async : std::launch::deferred;
  return std::async(how, [&candidate, &cases, secret, &services] {
    return WatchedRun(candidate, secret, services).make_calls(watched_size(candidate, cases));
  });
}

Result<void> watch_candidate(const Problem& candidate, const std::vector<CheckCase>& cases, uint64_t secret,
                             const WatchServices& services, std::future<Result<WatchedCalls>>& begun,
                             CheckReport& report) {
  TRY(calls, begun.get());
  return WatchedRun(candidate, secret, services, &report).tell(calls, cases);
}

Result<void> watch_candidate(const Problem& candidate, const std::vector<CheckCase>& cases, uint64_t secret,
                             const WatchServices& services, CheckReport& report) {
  std::future<Result<WatchedCalls>> begun = begin_watching(candidate, cases, secret, services);
  return watch_candidate(candidate, cases, secret, services, begun, report);
}

}  // namespace whet
