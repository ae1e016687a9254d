#include "judge/check/watched_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <thread>

#include "judge/check/policy.h"
#include "judge/check/questions_in_code.h"
#include "judge/check/trial_bench.h"
#include "judge/check/watched_result.h"
#include "judge/oracle/difference.h"
#include "judge/oracle/rounding_slack.h"
#include "judge/process/remote_device.h"
#include "problem/data/smaller_case.h"
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
  WatchedRun(const Problem& candidate, uint64_t secret, const WatchServices& services, CheckReport& report)
      : candidate_(candidate), secret_(random_bits(secret, k_watch_number)), services_(services), report_(report) {}

  // At the small size; where something is found there and it is not asked to be right there, at the smallest that is
  // asked of it.
  Result<void> run(const std::vector<CheckCase>& cases) {
    const WatchedSize size = watched_size(candidate_, cases);
    TRY(result, watch_and_pause(size.chosen));
    const bool counts = size.is_asked || result.reason.empty();
    TRY(right, counts ? Result<bool>(true) : is_right(size.chosen));
    if (right) return tell(size.chosen, std::move(result));
    const CheckCase& asked = smallest(cases);
    if (asked.resolved.total_bytes <= k_most_bytes) {
      TRY(at_asked, watch_and_pause(asked));
      return tell(asked, std::move(at_asked));
    }
    report_.notes.push_back(
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

  Result<TrialResult> watch(const CheckCase& at) {
    TRY(trial, trial_at(at));
    TRY(device, open(watching_options(secret_)));
    TrialBench bench(candidate_, at.build, *device, {secret_, 0});
    TRY(run, bench.run(trial, trial.resolved));
    TRY(result, watched_result(candidate_, trial, run, services_.oracle));
    result.what = "every access watched by the virtual GPU at " + size_text(at.resolved);
    return result;
  }

  Result<TrialResult> watch_and_pause(const CheckCase& at) {
    const bool meets = !candidate_.is_host_function && meets_other_threads(at.build.ptx);
    std::vector<std::future<Result<PausedCall>>> pauses = meets ? begin_pauses(at) : decltype(pauses)();
    TRY(result, watch(at));
    if (!result.reason.empty() || candidate_.is_host_function) return result;
    const std::vector<std::string> asked = timers_asked(at.build.ptx);
    for (auto& pause : pauses) {
      TRY(call, pause.get());
      TRY_VOID(judge_pause(at, call, result));
      if (!result.reason.empty()) break;
    }
    for (uint64_t round = 0; round < k_pausing_rounds && result.reason.empty() && !asked.empty(); ++round)
      TRY_VOID(mislead(at, round, asked, result));
    return result;
  }

  struct PausedCall {
    Trial trial;
    TrialRun run;
  };

  // Where cores are to spare, all of these calls are made while it is watched; elsewhere one after the other.
  std::vector<std::future<Result<PausedCall>>> begin_pauses(const CheckCase& at) const {
    constexpr unsigned k_many_cores = 8;
    const auto how = std::thread::hardware_concurrency() >= k_many_cores ? std::launch::async : std::launch::deferred;
    std::vector<std::future<Result<PausedCall>>> calls;
    for (uint64_t round = 0; round < k_pausing_rounds; ++round)
      calls.push_back(std::async(how, [this, &at, round] { return paused_call(at, round); }));
    return calls;
  }

  // Warps are paused at secret moments.
  Result<PausedCall> paused_call(const CheckCase& at, uint64_t round) const {
    TRY(trial, trial_at(at));
    TRY(device, open(pausing_options(random_bits(secret_, round + 1))));
    TrialBench bench(candidate_, at.build, *device, {secret_, 0});
    TRY(run, bench.run(trial, trial.resolved));
    return PausedCall{std::move(trial), std::move(run)};
  }

  Result<void> judge_pause(const CheckCase& at, PausedCall& call, TrialResult& result) {
    TRY(paused, watched_result(candidate_, call.trial, call.run, services_.oracle));
    if (paused.reason.empty()) return {};
    paused.what = "warps paused at secret moments, at " + size_text(at.resolved);
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
      report_.notes.push_back("not watched by the virtual GPU: " + result.reason);
    else
      add(std::move(result));
    if (!services_.program || !is_sound(report_.outcome)) return {};
    TRY(trial, trial_at(at));
    TRY(findings, services_.program->watch(candidate_, at.resolved, trial.inputs, at.build));
    const std::string reason = first_error(findings, report_.notes);
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
    if (!result.reason.empty()) report_.outcome = result.outcome, report_.reason = result.reason;
    report_.trials.push_back(std::move(result));
  }

  const Problem& candidate_;
  uint64_t secret_;
  const WatchServices& services_;
  CheckReport& report_;
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

Result<void> watch_candidate(const Problem& candidate, const std::vector<CheckCase>& cases, uint64_t secret,
                             const WatchServices& services, CheckReport& report) {
  const bool can_watch = !candidate.is_host_function || services.facts.is_virtual;
  if (can_watch) return WatchedRun(candidate, secret, services, report).run(cases);
  report.notes.emplace_back("host code is watched on a virtual GPU alone");
  return {};
}

}  // namespace whet
