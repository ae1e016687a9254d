#include "cli/run/bench_kernel.h"

#include <fmt/format.h>

#include <filesystem>

#include "device/open/host_memory.h"
#include "judge/check/policy.h"
#include "judge/check/watched_run.h"
#include "problem/build.h"
#include "problem/signature/candidate.h"
#include "util/text.h"

namespace whet {

namespace {

// On a virtual GPU a launch of minutes is timed from a part of its blocks; its result is then not known.
Result<std::string> check_hindrance(const PreparedKernel& prepared, const BenchSession& session) {
  VirtualDevice* const device = session.beside.as_virtual;
  if (!device || prepared.named.problem.is_host_function) return std::string();
  TRY(staged, StagedProblem::stage(prepared.named.problem, prepared.resolved, prepared.build, *device));
  const DataOptions data{session.settings.timing.seed, 0};
  TRY_VOID(staged.fill(data, session.context.files));
  constexpr int64_t k_look_ns = 5'000'000'000;  // more small launches than that are for the check to judge
  const int64_t begin = session.context.clock.monotonic_ns();
  for (const Launch& launch : staged.launches()) {
    if (session.context.clock.monotonic_ns() - begin > k_look_ns) break;
    TRY(sampled, device->needs_sample(launch));
    if (sampled)
      return std::string("too large to run whole on the virtual GPU; check it at a smaller size with --dims or --case");
  }
  return std::string();
}

// A candidate has every trial behind it before a time is told; a problem's own kernel is only looked at.
Result<CheckReport> checked(const PreparedKernel& prepared, const BenchSession& session) {
  const NamedProblem& named = prepared.named;
  const bool is_candidate =
      named.problem.kernel != named.original.kernel || named.problem.entry != named.original.entry;
  CheckPlan plan =
      check_plan(prepared.device->facts(), session.settings.timing.seed, is_candidate ? Effort::full : Effort::quick);
  if (session.flags.time_limit > 0) plan.time.seconds = session.flags.time_limit;
  plan.progress = [&](size_t done, size_t all) { session.progress.show(fmt::format("{} of {} trials", done, all)); };
  const CheckSubject subject{
      named.problem, is_candidate ? &named.original : nullptr, {{prepared.resolved, prepared.build}}};
  TRY(report,
      check_candidate(subject, plan, *prepared.oracle, *prepared.device, session.compiler, session.context.files));
  if (is_candidate && is_sound(report.outcome))
    TRY_VOID(watch_candidate(
        named.problem, subject.cases, session.settings.timing.seed,
        {session.context.knowledge, session.context.files, *prepared.oracle, prepared.device->facts()}, report));
  return report;
}

}  // namespace

Result<NamedProblem> load_named(const std::string& path, const NamedProblem* otherwise,
                                const CompileAdditions& additions, const FileSystem& files) {
  if (extension_of(path) != ".cu") {
    TRY(problem, load_problem(path, files, additions));
    return NamedProblem{path, problem, problem};
  }
  std::optional<Problem> original;
  const std::string beside = join_path(directory_of(path), "problem.toml");
  if (files.info(beside)) {
    TRY(problem, load_problem(beside, files, additions));
    original = std::move(problem);
  } else if (otherwise) {
    original = otherwise->original;
  } else {
    return bad_input(fmt::format("there is no problem.toml beside `{}`", path), {},
                     "name the problem it is for: whet bench PROBLEM --candidate " + path);
  }
  std::error_code error;
  if (std::filesystem::equivalent(original->kernel, path, error)) return NamedProblem{path, *original, *original};
  TRY(candidate, load_candidate(*original, path, files));
  return NamedProblem{path, std::move(candidate), *original};
}

Result<PreparedKernel> prepare(NamedProblem named, RemoteDevice& device, double original_seconds,
                               const BenchSession& session) {
  for (Problem* problem : {&named.problem, &named.original}) {
    const BenchSettings& settings = session.settings;
    if (settings.absolute_tolerance) problem->absolute_tolerance = settings.absolute_tolerance;
    if (settings.relative_tolerance) problem->relative_tolerance = settings.relative_tolerance;
  }
  session.progress.begin("compile " + named.name);
  TRY(chosen, find_case(named.problem, session.flags.case_name));
  ResolveOptions options{session.settings.dims, session.settings.tunables, std::nullopt, device.facts().name};
  if (const uint64_t bytes = device_bytes(session.beside)) options.memory_limit_bytes = bytes;
  TRY(resolved, resolve_case(named.problem, chosen, options));
  TRY_VOID(check_room(resolved, session.beside, false, session.context.files));
  CompileRequest request = compile_request(named.problem, resolved, {device.facts().architecture});
  if (session.flags.time_limit > 0)
    request.seconds = session.flags.time_limit;
  else if (named.problem.is_candidate)
    request.seconds = compile_limit_seconds(original_seconds);
  TRY(builds, session.compiler.compile(request));
  Context& context = session.context;
  OracleServices asked{context.cache_directory, context.files, context.processes, session.compiler,
                       *session.beside.device};
  asked.host_device = host_device_opener(device.facts(), session.settings.timing.seed, context.knowledge);
  TRY(oracle, make_oracle(named.original, asked));
  return PreparedKernel{std::move(named), std::move(resolved), std::move(builds.front()), std::move(oracle), &device};
}

Result<BenchKernel> check_kernel(const PreparedKernel& prepared, const BenchSession& session) {
  session.progress.begin("check " + prepared.named.name);
  BenchKernel kernel;
  kernel.name = prepared.named.name;
  kernel.compiled = fmt::format("{} by {}", prepared.build.architecture.name(), prepared.build.compiler);
  const auto hindrance = check_hindrance(prepared, session);
  if (!hindrance && hindrance.error().kind == ErrorKind::missing) {
    kernel.outcome = Outcome::not_judged;
    kernel.result = hindrance.error().what;
    return kernel;
  }
  if (!hindrance) return hindrance.error();
  kernel.checked = hindrance->empty();
  kernel.result = *hindrance;
  if (!kernel.checked) return kernel;
  auto report = checked(prepared, session);
  if (!report && report.error().kind == ErrorKind::missing) {
    kernel.checked = false;
    kernel.result = report.error().what;
    return kernel;
  }
  if (!report) return report.error();
  if (prepared.named.problem.is_candidate)
    prepared.device->set_call_deadline(timed_call_deadline(prepared.device->facts(), report->longest_seconds));
  kernel.outcome = report->outcome;
  kernel.result = report->reason.empty() ? fmt::format("{} trials agree with {}", report->trials.size(),
                                                       oracle_name(prepared.named.original))
                                         : report->reason;
  return kernel;
}

Result<void> verify_timed(const PreparedKernel& prepared, TimedKernel& timed, bool afresh, const BenchSession& session,
                          BenchKernel& kernel) {
  if (!kernel.checked || !kernel.sound()) return {};
  session.progress.begin("check again " + prepared.named.name);
  // A kernel on a virtual GPU is timed on its first set alone.
  const bool is_modelled = prepared.device->facts().is_virtual && !prepared.named.problem.is_host_function;
  const auto sets = static_cast<uint64_t>(is_modelled ? 1 : timed.contender().sets);
  const int set = static_cast<int>(random_bits(session.settings.timing.seed, 5) % sets);
  if (afresh) TRY_VOID(timed.run_afresh(set));
  TRY(verdict, timed.verify(set, *prepared.oracle, session.context.files));
  if (verdict.correct()) return {};
  kernel.outcome = Outcome::invalid;
  kernel.result = "right before it was timed, wrong in what its timed runs left";
  return {};
}

}  // namespace whet
