#include "judge/judge_bench.h"

#include <algorithm>
#include <thread>

#include "device/open/host_memory.h"
#include "judge/check/policy.h"
#include "judge/check/trial_room.h"
#include "judge/check/watched_run.h"
#include "util/self.h"
#include "util/stage_times.h"

namespace whet {

namespace {

constexpr int k_reference_seconds = 300;   // for one answer
constexpr double k_patience_seconds = 30;  // less, where the original can answer in its place

std::string program_of(const JudgeOrder& order) {
  return order.program.empty() ? own_path() : order.program;
}

}  // namespace

JudgeBench::JudgeBench(JudgeOrder order, const JudgeServices& services)
    : order_(std::move(order)),
      services_(services),
      compiler_processes_(services.processes, program_of(order_)),
      compiler_(confined_options(services.cache_directory), services.files, compiler_processes_, services.clock) {}

Result<std::unique_ptr<JudgeBench>> JudgeBench::open(JudgeOrder order, const JudgeServices& services) {
  std::unique_ptr<JudgeBench> bench(new JudgeBench(std::move(order), services));
  TRY_VOID(bench->open_devices());
  TRY(measurements, Hardware(services.knowledge).measurements());
  bench->measurements_ = std::move(measurements);
  return bench;
}

Result<void> JudgeBench::open_devices() {
  const StageTimer timer("open: devices");
  TRY(local, open_device(order_.device, local_options(), services_.knowledge));
  local_device_ = std::move(local);
  const DeviceFacts& facts = local_device_.device->facts();
  if (!facts.is_virtual) {
    TRY(lock, GpuLock::take(facts.name, k_gpu_patience));
    lock_ = std::make_unique<GpuLock>(std::move(lock));
  }
  remote_ = remote_settings(facts, order_.secret, order_.host_code);
  if (order_.call_seconds > 0)
    remote_.call_deadline = std::chrono::milliseconds(static_cast<int64_t>(1e3 * order_.call_seconds));
  remote_.memory_bytes = order_.memory_bytes;
  remote_.program = order_.program;
  if (!facts.is_virtual) remote_.memory = local_device_.device.get();
  if (!facts.is_virtual && services_.least_device_bytes != k_no_device_arrays) hold_arrays();
  TRY(runner, RemoteDevice::open(remote_, services_.knowledge));
  runner_ = std::move(runner);
  if (order_.compute_sanitizer)
    compute_sanitizer_ = find_sanitizer(facts, order_.program, services_.files, services_.processes);
  return {};
}

// Without a compiler for its kernels the judge works as on a virtual GPU, and says so.
void JudgeBench::hold_arrays() {
  const StageTimer timer("open: arrays");
  Device& local = *local_device_.device;
  auto arrays = std::make_unique<DeviceArrays>(local, compiler_, services_.least_device_bytes);
  if (const auto ready = arrays->prepare(); !ready) {
    why_host_arrays_ = ready.error().what;
    return;
  }
  arrays_ = std::move(arrays);
  local.use_maker(arrays_.get());
  remote_.maker = arrays_.get();
}

uint64_t JudgeBench::device_bytes() const {
  return whet::device_bytes(local_device_);
}

Result<RemoteDevice*> JudgeBench::second_runner(const Problem& first, const Problem& second) {
  if (!first.is_host_function && !second.is_host_function) return runner_.get();
  if (!host_code_runner_) {
    TRY(opened, RemoteDevice::open(remote_, services_.knowledge));
    host_code_runner_ = std::move(opened);
  }
  return host_code_runner_.get();
}

std::string JudgeBench::isolation() {
  const std::string own = describe(runner_->sandbox()), theirs = compiler_processes_.level();
  return "a process of its own: " + own + (own == theirs ? "; compilers too" : "; compilers: " + theirs);
}

std::vector<std::string> JudgeBench::warnings() {
  std::vector<std::string> warnings = warnings_of(runner_->sandbox(), "candidates");
  for (std::string& each : compiler_processes_.warnings()) warnings.push_back(std::move(each));
  if (const std::string& why = runner_->why_not_shared(); !why.empty())
    warnings.push_back("arrays are copied between processes, which takes long at large sizes: " + why);
  if (!why_host_arrays_.empty())
    warnings.push_back("data is made and compared on the CPU, which takes long at large sizes: " + why_host_arrays_);
  return warnings;
}

Result<std::unique_ptr<Oracle>> JudgeBench::open_oracle(const Problem& original) {
  const bool is_usual = order_.reference_seconds == 0;
  OracleServices asked{
      services_.cache_directory, services_.files,
      services_.processes,       compiler_,
      *local_device_.device,     std::chrono::seconds(is_usual ? k_reference_seconds : order_.reference_seconds)};
  if (arrays_) asked.arrays = arrays_.get();
  const double patience = order_.check_seconds > 0 ? order_.check_seconds : is_usual ? k_patience_seconds : 0;
  asked.patience = std::chrono::milliseconds(static_cast<int64_t>(1e3 * patience));
  RemoteSettings settings = remote_settings(facts(), order_.secret, true);  // no limit of candidates binds a reference
  settings.program = order_.program;
  settings.memory = remote_.memory;
  settings.maker = remote_.maker;
  asked.own_device = [settings, &knowledge = services_.knowledge]() -> Result<std::unique_ptr<Device>> {
    TRY(opened, RemoteDevice::open(settings, knowledge));
    return std::unique_ptr<Device>(std::move(opened));
  };
  return make_oracle(original, asked);
}

Result<Sanitizers> JudgeBench::open_sanitizers(uint64_t secret) {
  Sanitizers result;
  if (!facts().is_virtual) {
    TRY(program, ComputeSanitizer::find(facts().name, program_of(order_), services_.files, services_.processes));
    result.program = std::make_unique<ComputeSanitizer>(std::move(program));
    return result;
  }
  TRY(opened, open_device(facts().name, watching_options(secret), services_.knowledge));
  result.device = std::move(opened.device);
  return result;
}

Result<std::vector<CheckCase>> JudgeBench::build(const Problem& problem, const std::vector<ProblemCase>& cases,
                                                 const BuildOrder& order) const {
  ResolveOptions sizes{order.dims, order.tunables, std::nullopt, facts().name};
  if (const uint64_t bytes = device_bytes()) sizes.memory_limit_bytes = bytes;
  CompileChoices choices{order_.compile_seconds, order.exact, order.flags};
  if (choices.seconds == 0 && problem.is_candidate) choices.seconds = compile_limit_seconds(order.original_seconds);
  return build_cases(problem, cases, sizes, *local_device_.device, compiler_, choices);
}

double JudgeBench::compile_seconds_of(const Problem& original, const ProblemCase& at, const BuildOrder& order) const {
  if (order_.compile_seconds > 0) return 0;  // the limit is known
  const auto built = build(original, {at}, order);
  return built ? 1e-3 * built->front().build.compile_ms : 0;
}

Result<void> JudgeBench::check_room(const std::vector<CheckCase>& cases, bool tracked) const {
  for (const CheckCase& each : cases)
    TRY_VOID(whet::check_room(each.resolved, local_device_, tracked, services_.files));
  return {};
}

Result<void> JudgeBench::check_trial_room(const std::vector<CheckCase>& cases, Effort effort, bool tracked) const {
  TrialRoom room{effort, facts().is_virtual, tracked, {}};
  const auto free = arrays_ && runner_->shares_memory() ? local_device_.device->free_bytes() : std::nullopt;
  if (free) room.free_device_bytes = *free + arrays_->spare_bytes();
  return whet::check_trial_room(cases, room, services_.files);
}

CheckPlan JudgeBench::check_plan(uint64_t secret, Effort effort) const {
  CheckPlan plan = whet::check_plan(facts(), secret, effort);
  if (order_.check_seconds > 0) plan.time.seconds = order_.check_seconds;
  return plan;
}

CheckServices JudgeBench::begin_check(Oracle& oracle, RemoteDevice& runner) {
  runner.set_call_deadline(remote_.call_deadline);
  return {oracle, memory_of_trials(runner), compiler_, services_.files};
}

Result<CheckReport> JudgeBench::check(const CheckSubject& subject, const CheckPlan& plan,
                                      const CheckServices& services) {
  const WatchServices watching = watch_services(services.oracle);
  std::future<Result<WatchedCalls>> calls;
  const bool can_watch = !subject.problem.is_host_function || facts().is_virtual;
  if (plan.is_watched && can_watch)
    calls = begin_watching(subject.problem, subject.cases, plan.trials.secret, watching);
  TRY(report, check_candidate(subject, plan, services));
  if (!plan.is_watched || !is_sound(report.outcome)) return report;
  const StageTimer timer("check: watch");
  if (can_watch)
    TRY_VOID(watch_candidate(subject.problem, subject.cases, plan.trials.secret, watching, calls, report));
  else
    report.notes.emplace_back("host code is watched on a virtual GPU alone");
  return report;
}

// A virtual GPU's trials take all cores themselves.
WatchServices JudgeBench::watch_services(Oracle& oracle) const {
  constexpr unsigned k_many_cores = 8;
  const bool has_cores = !facts().is_virtual && std::thread::hardware_concurrency() >= k_many_cores;
  return {services_.knowledge, services_.files, oracle, facts(), compute_sanitizer_.get(), order_.program, has_cores};
}

Result<TimedKernel> JudgeBench::stage(const TimedSubject& subject, int sets, uint64_t seed, RemoteDevice& runner,
                                      const TimedKernel* shared) {
  return TimedKernel::stage(subject, sets, seed, memory_of_trials(runner), services_.files, shared);
}

int JudgeBench::buffer_sets(const ResolvedCase& resolved) const {
  return whet::buffer_sets(resolved, facts(), device_bytes(), order_.host_code);
}

void JudgeBench::limit_timed_calls(RemoteDevice& runner, double longest_trial_seconds) const {
  runner.set_call_deadline(std::min(remote_.call_deadline, timed_call_deadline(facts(), longest_trial_seconds)));
}

}  // namespace whet
