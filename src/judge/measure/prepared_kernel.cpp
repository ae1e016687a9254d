#include "judge/measure/prepared_kernel.h"

#include <fmt/format.h>

#include "device/virtual/virtual_device.h"

namespace whet {

namespace {

// On a virtual GPU a launch of minutes is timed from a part of its blocks; its result is then not known.
Result<std::string> check_hindrance(const PreparedKernel& prepared, const MeasureServices& services) {
  constexpr int64_t k_look_ns = 5'000'000'000;  // more small launches than that are for the check to judge
  const JudgeServices& judge = services.bench.services();
  VirtualDevice* const device = services.bench.local_device().as_virtual;
  if (!device || prepared.named.problem.is_host_function) return std::string();
  TRY(staged, StagedProblem::stage(prepared.named.problem, prepared.resolved(), prepared.cases.front().build, *device));
  TRY_VOID(staged.fill({services.order.timing.seed, 0}, judge.files));
  const int64_t begin = judge.clock.monotonic_ns();
  for (const Launch& launch : staged.launches()) {
    if (judge.clock.monotonic_ns() - begin > k_look_ns) break;
    TRY(sampled, device->needs_sample(launch));
    if (sampled)
      return std::string("too large to run whole on the virtual GPU; check it at a smaller size with --dims or --case");
  }
  return std::string();
}

// A candidate has every trial behind it before a time is told; a problem's own kernel is only looked at.
Result<CheckReport> check_all(const PreparedKernel& prepared, const MeasureServices& services) {
  JudgeBench& bench = services.bench;
  const NamedProblem& named = prepared.named;
  const Effort effort = named.is_candidate() ? Effort::full : Effort::quick;
  TRY_VOID(bench.check_trial_room(prepared.cases, effort));
  CheckServices checking = bench.begin_check(*prepared.oracle, *prepared.runner);
  checking.progress = [&](size_t done, size_t all) {
    services.progress.show(fmt::format("{} of {} trials", done, all));
  };
  const CheckSubject subject{named.problem, named.is_candidate() ? &named.original : nullptr, prepared.cases};
  return bench.check(subject, bench.check_plan(services.order.timing.seed, effort), checking);
}

// What the device lacks is nobody's fault: it is timed without a verdict.
MeasuredKernel unchecked(MeasuredKernel kernel, std::string why) {
  kernel.checked = false;
  kernel.result = std::move(why);
  return kernel;
}

bool has_same_original(const NamedProblem& a, const NamedProblem& b) {
  return a.original.file == b.original.file && a.original.source == b.original.source &&
         a.original.entry == b.original.entry;
}

// Two kernels of one problem ask the same oracle, whose arrays take room on the GPU.
Result<std::shared_ptr<Oracle>> oracle_of(const NamedProblem& named, const PreparedKernel* other, JudgeBench& bench) {
  if (other && has_same_original(named, other->named)) return other->oracle;
  TRY(opened, bench.open_oracle(named.original));
  return std::shared_ptr<Oracle>(std::move(opened));
}

}  // namespace

Result<PreparedKernel> prepare_kernel(NamedProblem named, RemoteDevice& runner, const MeasureServices& services,
                                      const PreparedKernel* other) {
  const MeasureOrder& order = services.order;
  services.progress.begin("compile " + named.name);
  TRY(chosen, find_case(named.problem, order.case_name));
  BuildOrder building{order.dims, order.tunables};
  if (named.problem.is_candidate)
    building.original_seconds = services.bench.compile_seconds_of(named.original, chosen, building);
  TRY(cases, services.bench.build(named.problem, {chosen}, building));
  TRY_VOID(services.bench.check_room(cases));
  TRY(oracle, oracle_of(named, other, services.bench));
  return PreparedKernel{std::move(named), std::move(cases), std::move(oracle), &runner};
}

Result<MeasuredKernel> check_prepared(const PreparedKernel& prepared, const MeasureServices& services) {
  services.progress.begin("check " + prepared.named.name);
  const Build& build = prepared.cases.front().build;
  MeasuredKernel kernel;
  kernel.name = prepared.named.name;
  kernel.compiled = fmt::format("{} by {}", build.architecture.name(), build.compiler);
  kernel.work.floor = floor_input(prepared.named.problem, prepared.resolved());
  const auto hindrance = check_hindrance(prepared, services);
  if (!hindrance && hindrance.error().kind == ErrorKind::missing) {
    kernel.outcome = Outcome::not_judged;
    kernel.result = hindrance.error().what;
    return kernel;
  }
  if (!hindrance) return hindrance.error();
  if (!hindrance->empty()) return unchecked(std::move(kernel), *hindrance);
  const auto report = check_all(prepared, services);
  if (!report && report.error().kind == ErrorKind::missing) return unchecked(std::move(kernel), report.error().what);
  if (!report) return report.error();
  kernel.longest_trial_seconds = report->longest_seconds;
  kernel.outcome = report->outcome;
  kernel.result = report->reason.empty() ? fmt::format("{} trials agree with {}", report->trials.size(),
                                                       oracle_name(prepared.named.original))
                                         : report->reason;
  return kernel;
}

Result<void> check_after_timing(const PreparedKernel& prepared, TimedKernel& timed, bool is_shared,
                                const MeasureServices& services, MeasuredKernel& kernel) {
  if (!kernel.checked || !kernel.sound()) return {};
  services.progress.begin("check again " + prepared.named.name);
  TRY(right, timed.is_right_after_timing(services.order.timing.seed, is_shared, *prepared.oracle,
                                         services.bench.services().files));
  if (!right) kernel.reject(k_wrong_after_timing);
  return {};
}

}  // namespace whet
