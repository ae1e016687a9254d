// whet run: a problem on the virtual GPU: is the result right, how long would it take, what was counted.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/run_launches.h"
#include "cli/show.h"
#include "device/host_memory.h"
#include "problem/build.h"
#include "problem/judge.h"
#include "util/text.h"

namespace whet {

namespace {

Result<OpenedDevice> open_for(const RunFlags& flags, const RunSettings& settings, Context& context) {
  VirtualOptions options;
  options.threads = flags.threads;
  options.budget = settings.budget;
  options.track_initialised = settings.checks.init;
  options.seed = static_cast<uint64_t>(flags.seed);
  TRY(opened, open_device(flags.device, options, context.knowledge));
  const bool wants_virtual = flags.counters || flags.lines || settings.checks.any() || flags.sample > 0;
  if (opened.as_virtual || !wants_virtual) return opened;
  return bad_input("counters, lines, checks and samples are for the virtual GPU", "--device " + flags.device,
                   "use --device virtual:h200, or leave these flags out");
}

Result<ResolvedCase> resolve(const Problem& problem, const RunFlags& flags, const RunSettings& settings,
                             const OpenedDevice& opened) {
  TRY(chosen, find_case(problem, flags.case_name));
  ResolveOptions options{settings.dims, settings.tunables, std::nullopt, opened.device->facts().name};
  if (const uint64_t bytes = device_bytes(opened)) options.memory_limit_bytes = bytes;
  return resolve_case(problem, chosen, options);
}

Result<Build> compile(const Problem& problem, const ResolvedCase& resolved, const Device& device, Context& context) {
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(builds, compiler.compile(compile_request(problem, resolved, {device.facts().architecture})));
  return std::move(builds.front());
}

RunView begin_view(const LaunchPlan& plan, const OpenedDevice& opened, const Build& build) {
  RunView view;
  view.problem = plan.flags.problem;
  view.device = opened.device->facts().name;
  view.gpu = opened.device->facts().gpu.product.name;
  view.is_virtual = opened.as_virtual != nullptr;
  view.sms = static_cast<int>(opened.device->facts().gpu.product.number("sm_count").value_or(0));
  view.compiled = fmt::format("{} by {}", build.architecture.name(), build.compiler);
  view.case_name = plan.resolved.name;
  view.dims = plan.resolved.dims;
  view.tunables = plan.resolved.tunables;
  view.seed = static_cast<uint64_t>(plan.flags.seed);
  view.checks = plan.settings.check_names;
  view.reference = plan.problem.reference.file.substr(plan.problem.reference.file.rfind('/') + 1);
  if (!opened.note.empty()) view.notes.push_back(opened.note);
  return view;
}

bool is_partial(const LaunchView& launch) {
  return !launch.finished || launch.blocks_run < launch.grid_blocks;
}

// Why the outputs cannot be compared; empty: they can.
std::string comparison_hindrance(const LaunchPlan& plan, const RunView& view) {
  const ReferenceFile& reference = plan.problem.reference;
  if (reference.kind == ReferenceFile::Kind::none) return "the problem names no reference";
  if (reference.kind != ReferenceFile::Kind::cpp) return "whet run compares with references in C++ alone";
  if (view.launches.size() < plan.resolved.launches.size()) return "the launch did not end";
  for (const LaunchView& launch : view.launches) {
    if (!launch.finished) return "the launch did not end";
    if (is_partial(launch)) return "a sample of the blocks was run (--all-blocks runs them all)";
  }
  const auto available = available_host_bytes(plan.context.files);
  const uint64_t wanted = comparison_bytes(plan.resolved);
  if (available && wanted > *available)
    return fmt::format("the reference wants {} of memory", format_bytes(static_cast<double>(wanted)));
  return {};
}

Result<Verdict> compare(const LaunchPlan& plan, const std::vector<std::string>& outputs) {
  TRY(reference,
      CppReference::build(plan.problem, plan.context.cache_directory, plan.context.files, plan.context.processes));
  const DataOptions data{static_cast<uint64_t>(plan.flags.seed), static_cast<unsigned>(plan.flags.threads)};
  std::vector<std::string> before(plan.resolved.own_arguments);
  for (size_t i = 0; i < before.size(); ++i) {
    const ResolvedArgument& argument = plan.resolved.arguments[i];
    if (argument.is_scalar || argument.role == ArgumentRole::out) continue;
    TRY(bytes, make_data(argument, data, plan.context.files));
    before[i] = std::move(bytes);
  }
  return judge(plan.problem, plan.resolved, reference, before, outputs);
}

Result<void> add_verdict(const LaunchPlan& plan, const std::vector<std::string>& outputs, RunView& view) {
  view.not_compared = comparison_hindrance(plan, view);
  if (!view.not_compared.empty()) return {};
  auto verdict = compare(plan, outputs);
  if (!verdict && verdict.error().kind != ErrorKind::missing) return verdict.error();
  if (verdict)
    view.verdict = std::move(*verdict);
  else
    view.not_compared = verdict.error().what;
  return {};
}

void note_samples(RunView& view) {
  for (size_t i = 0; i + 1 < view.launches.size(); ++i) {
    if (!is_partial(view.launches[i])) continue;
    view.notes.push_back("launches after a sampled one see what the sample left behind");
    return;
  }
}

// A kernel that never ends is bad input; other findings are a bad result.
ExitCode exit_code_of(const RunView& view) {
  const bool endless = std::any_of(view.launches.begin(), view.launches.end(),
                                   [](const LaunchView& launch) { return launch.never_ends; });
  if (endless) return ExitCode::bad_input;
  return view.wrong() || view.findings() > 0 ? ExitCode::bad_result : ExitCode::ok;
}

Result<ExitCode> run_run(const RunFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("run " + flags.problem);
  TRY(settings, read_flags(flags));
  TRY(problem, load_problem(flags.problem, context.files));
  if (problem.is_host_function)
    return bad_input(fmt::format("the entry `{}` is a host function", problem.entry), problem.place(problem.entry_line),
                     "name a __global__ function: whet run launches kernels");
  TRY(opened, open_for(flags, settings, context));
  TRY(resolved, resolve(problem, flags, settings, opened));
  TRY_VOID(check_room(resolved, opened, settings.checks.init, context.files));
  TRY(build, compile(problem, resolved, *opened.device, context));
  TRY(staged, StagedProblem::stage(problem, resolved, build, *opened.device));
  const LaunchPlan plan{problem, resolved, flags, settings, context};
  RunView view = begin_view(plan, opened, build);
  std::vector<std::string> outputs;
  TRY(launches, opened.as_virtual ? run_counted(plan, staged, *opened.as_virtual, outputs)
                                  : run_measured(plan, staged, *opened.device, outputs));
  view.launches = std::move(launches);
  TRY_VOID(add_verdict(plan, outputs, view));
  note_samples(view);
  view.ceilings = ceiling_shares(view, resolved, opened.device->facts().gpu);
  progress.clear();
  show(view, output_format(flags.json, flags.markdown), context);
  return exit_code_of(view);
}

}  // namespace

CliCommand run_command() {
  auto flags = std::make_shared<RunFlags>();
  CliCommand command;
  command.name = "run";
  command.summary = "run a problem on the virtual GPU: correct or not, modelled time, counts, checks";
  command.example =
      "  whet run examples/softmax\n"
      "  whet run examples/transpose --device virtual:4090 --set TILE=32 --lines\n"
      "  whet run examples/scan --dims n=100000 --check all";
  command.options = run_option_table(flags.get());
  command.run = [flags](Context& context) { return run_run(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
