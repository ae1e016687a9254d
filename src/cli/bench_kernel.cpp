#include "cli/bench_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "cli/host_memory.h"
#include "judge/check.h"
#include "problem/build.h"
#include "problem/candidate.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_l2_times = 3, k_memory_share = 0.25;
constexpr int k_most_sets = 8;
constexpr uint64_t k_guard_bytes = 1024;

// On a virtual GPU a launch of minutes is timed from a part of its blocks; its result is then not known.
Result<std::string> check_hindrance(const PreparedKernel& prepared, const BenchSession& session) {
  if (!session.opened.as_virtual) return std::string();
  TRY(staged, StagedProblem::stage(prepared.named.problem, prepared.resolved, prepared.build, *session.opened.device));
  const DataOptions data{session.settings.timing.seed, 0};
  TRY_VOID(staged.fill(data, session.context.files));
  for (const Launch& launch : staged.launches()) {
    TRY(blocks, session.opened.as_virtual->blocks_to_sample(launch));
    if (blocks > 0)
      return std::string("too large to run whole on the virtual GPU; check it at a smaller size with --dims or --case");
  }
  return std::string();
}

Result<CheckReport> checked(const PreparedKernel& prepared, const BenchSession& session) {
  const NamedProblem& named = prepared.named;
  const Device& device = *session.opened.device;
  TRY(beside, open_device(session.flags.device, {}, session.context.knowledge));
  TRY(oracle, make_oracle(named.original, {session.context.cache_directory, session.context.files,
                                           session.context.processes, session.compiler, *beside.device}));
  CheckPlan plan;
  plan.trials.secret = session.settings.timing.seed;
  plan.trials.effort = Effort::quick;
  plan.guard_bytes = device.facts().is_virtual ? 0 : k_guard_bytes;
  plan.progress = [&](size_t done, size_t all) { session.progress.show(fmt::format("{} of {} trials", done, all)); };
  const bool is_candidate = named.problem.kernel != named.original.kernel;
  const CheckSubject subject{
      named.problem, is_candidate ? &named.original : nullptr, {{prepared.resolved, prepared.build}}};
  return check_candidate(subject, plan, *oracle, *session.opened.device, session.compiler, session.context.files);
}

}  // namespace

Result<NamedProblem> load_named(const std::string& path, const NamedProblem* otherwise, const FileSystem& files) {
  if (extension_of(path) != ".cu") {
    TRY(problem, load_problem(path, files));
    return NamedProblem{path, problem, problem};
  }
  std::optional<Problem> original;
  const std::string beside = join_path(directory_of(path), "problem.toml");
  if (files.info(beside)) {
    TRY(problem, load_problem(beside, files));
    original = std::move(problem);
  } else if (otherwise) {
    original = otherwise->original;
  } else {
    return bad_input(fmt::format("there is no problem.toml beside `{}`", path), {},
                     "name the problem it is for: whet bench PROBLEM --candidate " + path);
  }
  TRY(candidate, load_candidate(*original, path, files));
  return NamedProblem{path, std::move(candidate), *original};
}

Result<PreparedKernel> prepare(NamedProblem named, const BenchSession& session) {
  if (named.problem.is_host_function)
    return bad_input(fmt::format("the entry `{}` is a host function", named.problem.entry), named.problem.kernel,
                     "name a __global__ function");
  for (Problem* problem : {&named.problem, &named.original}) {
    const BenchSettings& settings = session.settings;
    if (settings.absolute_tolerance) problem->absolute_tolerance = settings.absolute_tolerance;
    if (settings.relative_tolerance) problem->relative_tolerance = settings.relative_tolerance;
  }
  session.progress.begin("compile " + named.name);
  TRY(chosen, find_case(named.problem, session.flags.case_name));
  ResolveOptions options{session.settings.dims, session.settings.tunables, std::nullopt,
                         session.opened.device->facts().name};
  if (const uint64_t bytes = device_bytes(session.opened)) options.memory_limit_bytes = bytes;
  TRY(resolved, resolve_case(named.problem, chosen, options));
  TRY_VOID(check_room(resolved, session.opened, false, session.context.files));
  TRY(builds, session.compiler.compile(
                  compile_request(named.problem, resolved, {session.opened.device->facts().architecture})));
  return PreparedKernel{std::move(named), std::move(resolved), std::move(builds.front())};
}

Result<BenchKernel> check_kernel(const PreparedKernel& prepared, const BenchSession& session) {
  session.progress.begin("check " + prepared.named.name);
  BenchKernel kernel;
  kernel.name = prepared.named.name;
  kernel.compiled = fmt::format("{} by {}", prepared.build.architecture.name(), prepared.build.compiler);
  TRY(hindrance, check_hindrance(prepared, session));
  kernel.checked = hindrance.empty();
  kernel.result = hindrance;
  if (!kernel.checked) return kernel;
  auto report = checked(prepared, session);
  if (!report && report.error().kind == ErrorKind::missing) {
    kernel.checked = false;
    kernel.result = report.error().what;
    return kernel;
  }
  if (!report) return report.error();
  kernel.outcome = report->outcome;
  kernel.result = report->reason.empty() ? fmt::format("{} trials agree with {}", report->trials.size(),
                                                       oracle_name(prepared.named.original))
                                         : report->reason;
  return kernel;
}

Result<StagedKernel> StagedKernel::stage(const PreparedKernel& prepared, int sets, const BenchSession& session,
                                         const StagedKernel* shared) {
  StagedKernel staged;
  std::shared_ptr<DeviceModule> module;
  for (int i = 0; i < sets; ++i) {
    TRY(set, StagedProblem::stage(prepared.named.problem, prepared.resolved, prepared.build, *session.opened.device, {},
                                  module));
    const DataOptions data{session.settings.timing.seed + static_cast<uint64_t>(i), 0};
    TRY_VOID(set.fill(data, session.context.files));
    module = set.module();
    const StagedProblem* const other = shared ? &shared->sets_[static_cast<size_t>(i)] : nullptr;
    for (Launch launch : set.launches()) {
      for (size_t argument = 0; other && argument < prepared.resolved.own_arguments; ++argument) {
        const uint64_t own = set.address(argument), theirs = other->address(argument);
        for (std::string& bytes : launch.arguments) {
          if (own != 0 && bytes.size() == sizeof own && std::memcmp(bytes.data(), &own, sizeof own) == 0)
            std::memcpy(bytes.data(), &theirs, sizeof theirs);
        }
      }
      staged.launches_.push_back(std::move(launch));
    }
    staged.sets_.push_back(std::move(set));
  }
  return staged;
}

int buffer_sets(const ResolvedCase& resolved, const OpenedDevice& opened) {
  const FactSheet& product = opened.device->facts().gpu.product;
  const auto bytes = static_cast<double>(resolved.total_bytes);
  if (opened.as_virtual || bytes <= 0) return 1;
  const double l2 = product.number("l2").value_or(64) * 1048576;
  const double room = k_memory_share * static_cast<double>(device_bytes(opened));
  const double wanted = std::ceil(k_l2_times * l2 / bytes);
  return static_cast<int>(std::clamp(std::min(wanted, room / bytes), 1.0, double{k_most_sets}));
}

}  // namespace whet
