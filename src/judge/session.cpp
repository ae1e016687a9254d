#include "judge/session.h"

#include <algorithm>

#include "device/open/host_memory.h"
#include "judge/check/policy.h"
#include "judge/check/watched_run.h"
#include "judge/timing/floor.h"
#include "problem/build.h"
#include "problem/data/data.h"
#include "problem/data/module_variables.h"

namespace whet {

namespace {

constexpr uint64_t k_most_prepared_answer_bytes = 2ull << 30;
constexpr double k_kept_share = 0.125;  // of the device's memory, for inputs that stay there
constexpr uint64_t k_kept_in_host_memory = 64 << 20;

double seconds_since(int64_t begin_ns, const Clock& clock) {
  return 1e-9 * static_cast<double>(clock.monotonic_ns() - begin_ns);
}

}  // namespace

bool Judgement::promising() const {
  return is_sound(outcome) && std::all_of(timings.begin(), timings.end(), [](const CaseTiming& timing) {
           return timing.screening != Screening::slower;
         });
}

Result<std::unique_ptr<JudgeSession>> JudgeSession::open(Problem original, SessionSettings settings,
                                                         const SessionServices& services) {
  std::unique_ptr<JudgeSession> session(new JudgeSession(std::move(settings), services));
  session->original_.problem = std::move(original);
  TRY_VOID(session->open_devices());
  TRY_VOID(session->prepare_cases());
  TRY_VOID(session->prepare_questions());
  TRY(judged, session->judge(session->original_));
  session->judgement_ = std::move(judged);
  return session;
}

Result<void> JudgeSession::open_devices() {
  TRY(beside, open_device(settings_.device, local_options(), services_.knowledge));
  beside_ = std::move(beside);
  const DeviceFacts& facts = beside_.device->facts();
  if (!facts.is_virtual) {
    TRY(lock, GpuLock::take(facts.name, k_gpu_patience));
    lock_ = std::make_unique<GpuLock>(std::move(lock));
  }
  RemoteSettings& remote = remote_;
  remote = remote_settings(facts, settings_.secret, takes_host_code());
  if (settings_.call_seconds > 0)
    remote.call_deadline = std::chrono::milliseconds(static_cast<int64_t>(1e3 * settings_.call_seconds));
  remote.memory_bytes = settings_.memory_bytes;
  remote.program = settings_.program;
  TRY(runner, RemoteDevice::open(remote, services_.knowledge));
  runner_ = std::move(runner);
  const auto room = static_cast<uint64_t>(k_kept_share * static_cast<double>(device_bytes(beside_)));
  memory_ = std::make_unique<CheckedOutputs>(*runner_, facts.is_virtual ? k_kept_in_host_memory : room);
  sanitizer_ = find_sanitizer(facts, settings_.program, services_.files, services_.processes);
  TRY(measurements, Hardware(services_.knowledge).measurements());
  measurements_ = std::move(measurements);
  return {};
}

Result<void> JudgeSession::prepare_cases() {
  cases_ = settings_.cases.empty() ? original_.problem.cases : settings_.cases;
  arrays_.resize(cases_.size());
  TRY(compiled, compile({original_.problem, {}, {}}));
  original_ = std::move(compiled);
  original_.own_source = true;
  for (const CheckCase& each : original_.cases) TRY_VOID(check_room(each.resolved, beside_, false, services_.files));
  OracleServices asked{services_.cache_directory, services_.files, services_.processes, services_.compiler,
                       *beside_.device};
  asked.host_device = host_device_opener(facts(), settings_.secret, services_.knowledge);
  TRY(oracle, make_oracle(original_.problem, asked));
  oracle_ = std::move(oracle);
  return {};
}

Result<void> JudgeSession::prepare_questions() {
  memory_->forget();
  std::vector<ResolvedCase> cases;
  for (const CheckCase& each : original_.cases) cases.push_back(each.resolved);
  TRY(examination, make_examination(original_.problem, cases, check_plan().trials, *oracle_, services_.files));
  TRY_VOID(add_answers(examination, k_most_prepared_answer_bytes, *oracle_));
  examination_ = std::move(examination);
  return {};
}

CheckPlan JudgeSession::check_plan() const {
  CheckPlan plan = whet::check_plan(facts(), settings_.secret, settings_.effort);
  if (settings_.check_seconds > 0) plan.time.seconds = settings_.check_seconds;
  return plan;
}

Result<void> JudgeSession::renew(uint64_t secret, Effort effort) {
  settings_.secret = secret;
  settings_.effort = effort;
  for (auto& arrays : arrays_) arrays.reset();
  return prepare_questions();
}

Result<CompiledCandidate> JudgeSession::compile(const TunedProblem& candidate) const {
  if (candidate.problem.is_host_function && !takes_host_code())
    return bad_input("host code is not judged in this session", candidate.problem.kernel,
                     "give a kernel, or open the session with `host_code`");
  const int64_t begin = services_.clock.monotonic_ns();
  ResolveOptions options{settings_.dims, candidate.tunables, std::nullopt, facts().name};
  if (const uint64_t bytes = device_bytes(beside_)) options.memory_limit_bytes = bytes;
  CompiledCandidate compiled{candidate.problem, {}};
  for (const ProblemCase& each : cases_) {
    TRY(resolved, resolve_case(candidate.problem, each, options));
    CompileRequest request = compile_request(candidate.problem, resolved, {facts().architecture});
    if (candidate.problem.is_candidate) request.seconds = compile_limit_seconds(original_compile_seconds());
    request.exact = settings_.exact;
    request.extra_flags.insert(request.extra_flags.end(), candidate.flags.begin(), candidate.flags.end());
    TRY(builds, services_.compiler.compile(request));
    TRY_VOID(check_variables(candidate.problem, resolved, builds.front()));
    compiled.cases.push_back({std::move(resolved), std::move(builds.front())});
  }
  compiled.seconds = seconds_since(begin, services_.clock);
  return compiled;
}

double JudgeSession::original_compile_seconds() const {
  double seconds = 0;
  for (const CheckCase& each : original_.cases) seconds = std::max(seconds, 1e-3 * each.build.compile_ms);
  return seconds;
}

bool JudgeSession::takes_host_code() const {
  return settings_.host_code || original_.problem.is_host_function;
}

void JudgeSession::keep_apart(const CompiledCandidate& candidate) {
  if (candidate.problem.is_host_function) runner_->restart();
}

Result<Judgement> JudgeSession::judge(const CompiledCandidate& candidate, const std::vector<Incumbent>& incumbents) {
  keep_apart(candidate);
  auto judged = judge_here(candidate, incumbents);
  keep_apart(candidate);
  return judged;
}

Result<void> JudgeSession::probe() {
  runner_->restart();
  TRY(again, judge(original_));
  if (again.outcome == judgement_.outcome) return {};
  return failed("the original is " + std::string(name_of(again.outcome)) + " now: " + again.reason, {},
                "run it again; `whet resume` goes on where it was");
}

Result<Judgement> JudgeSession::judge_here(const CompiledCandidate& candidate,
                                           const std::vector<Incumbent>& incumbents) {
  Judgement judged;
  int64_t begin = services_.clock.monotonic_ns();
  runner_->set_call_deadline(remote_.call_deadline);
  CheckPlan plan = check_plan();
  plan.prepared = &examination_;
  plan.memory = memory_.get();
  const bool is_original = &candidate == &original_;  // with other numbers it is a candidate like any
  const CheckSubject subject{candidate.problem, is_original ? nullptr : &original_.problem, candidate.cases};
  TRY(report, check_candidate(subject, plan, *oracle_, *runner_, services_.compiler, services_.files));
  if (settings_.effort == Effort::full && is_sound(report.outcome) && !is_original)
    TRY_VOID(watch_candidate(
        candidate.problem, candidate.cases, settings_.secret,
        {services_.knowledge, services_.files, *oracle_, facts(), sanitizer_.get(), remote_.program}, report));
  if (!is_original) runner_->set_call_deadline(deadline_after(report));
  judged.outcome = report.outcome;
  judged.reason = report.reason;
  judged.check = std::move(report);
  judged.check_seconds = seconds_since(begin, services_.clock);
  begin = services_.clock.monotonic_ns();
  for (size_t i = 0; i < candidate.cases.size() && is_sound(judged.outcome); ++i)
    TRY_VOID(time_case(candidate, i, i < incumbents.size() ? &incumbents[i] : nullptr, judged));
  judged.time_seconds = seconds_since(begin, services_.clock);
  return judged;
}

std::chrono::milliseconds JudgeSession::deadline_after(const CheckReport& report) const {
  return std::min(remote_.call_deadline, timed_call_deadline(facts(), report.longest_seconds));
}

Result<TimedKernel*> JudgeSession::arrays(size_t at) {
  if (!runner_->is_running() || arrays_generation_ != runner_->generation()) {
    for (auto& each : arrays_) each.reset();
    arrays_generation_ = runner_->generation();
  }
  if (!arrays_[at]) {
    const CheckCase& own = original_.cases[at];
    const int sets = buffer_sets(own.resolved, facts(), device_bytes(beside_), takes_host_code());
    const uint64_t seed = random_bits(settings_.secret, k_data_number + at);
    TRY(staged,
        TimedKernel::stage({original_.problem, own.resolved, own.build}, sets, seed, *runner_, services_.files));
    arrays_[at] = std::make_unique<TimedKernel>(std::move(staged));
    arrays_generation_ = runner_->generation();
  }
  return arrays_[at].get();
}

Result<TimedKernel> JudgeSession::stage(const CompiledCandidate& candidate, size_t at) {
  TRY(shared, arrays(at));
  const CheckCase& own = candidate.cases[at];
  const uint64_t seed = random_bits(settings_.secret, k_data_number + at);
  return TimedKernel::stage({candidate.problem, own.resolved, own.build}, shared->contender().sets, seed, *runner_,
                            services_.files, shared);
}

// A few samples; of the original, which has no incumbent, as many.
Result<void> JudgeSession::time_case(const CompiledCandidate& candidate, size_t at, const Incumbent* incumbent,
                                     Judgement& judged) {
  CaseTiming timing{candidate.cases[at].resolved.name};
  const auto sampled = [&]() -> Result<void> {
    TRY(staged, stage(candidate, at));
    const Incumbent none{1e30, 1e30};
    TRY(screening,
        time_screening(staged.contender(), incumbent ? *incumbent : none, settings_.timing, {}, &timing.sampling));
    timing.screening = screening;
    return {};
  }();
  const bool lacking = !sampled && sampled.error().kind == ErrorKind::missing && facts().is_virtual;
  if (!sampled && !lacking && sampled.error().kind != ErrorKind::failed) return sampled.error();
  if (!sampled) {
    judged.outcome = lacking ? Outcome::not_judged : Outcome::failed;
    judged.reason = sampled.error().what;
    return {};
  }
  timing.seconds = median(seconds_of(timing.sampling));
  if (std::string broken = floor_violation(candidate, at, timing.sampling, timing.seconds); !broken.empty()) {
    judged.outcome = Outcome::invalid;
    judged.reason = std::move(broken);
    return {};
  }
  judged.timings.push_back(std::move(timing));
  return {};
}

std::string JudgeSession::floor_violation(const CompiledCandidate& candidate, size_t at, const Sampling& sampling,
                                          double seconds) const {
  FloorInput input = floor_input(candidate.problem, candidate.cases[at].resolved);
  input.cache = settings_.timing.cache;
  input.empty_seconds = sampling.empty_seconds;
  return physics_floor(input, facts().gpu, measurements_).violation(seconds);
}

}  // namespace whet
