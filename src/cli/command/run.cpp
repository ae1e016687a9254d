// whet run: runs a problem once: is the result right, how long does it take, what was counted.
#include <fmt/format.h>

#include <algorithm>

#include "cli/flags/bare_kernel.h"
#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "cli/run/device_ceilings.h"
#include "cli/run/run_counters.h"
#include "cli/run/run_launches.h"
#include "cli/run/source_reader.h"
#include "describe/derived_work.h"
#include "device/open/host_memory.h"
#include "diagnose/diagnose_problem.h"
#include "judge/oracle/oracle.h"
#include "judge/process/remote_device.h"
#include "problem/build.h"
#include "problem/module_variables.h"
#include "problem/verdict.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::chrono::minutes k_host_deadline{10};  // of one call of host code, because a virtual GPU is slow

// The device of a run. Host code gets its own process, as everywhere.
struct RunPlace {
  OpenedDevice opened;
  std::unique_ptr<RemoteDevice> runner;  // only for host code

  Device& device() const { return runner ? static_cast<Device&>(*runner) : *opened.device; }
};

// What only the virtual GPU does.
bool wants_virtual(const RunFlags& flags, const RunSettings& settings) {
  return flags.lines || settings.checks.any() || flags.sample > 0;
}

VirtualOptions virtual_options(const RunFlags& flags, const RunSettings& settings) {
  VirtualOptions options;
  options.threads = flags.threads;
  options.budget = settings.budget;
  options.track_initialised = settings.checks.init;
  options.seed = static_cast<uint64_t>(flags.seed);
  return options;
}

Result<RunPlace> open_for(const Problem& problem, const RunFlags& flags, const RunSettings& settings,
                          Context& context) {
  const bool needs_virtual = wants_virtual(flags, settings), counts = needs_virtual || flags.counters;
  if (problem.is_host_function && counts)
    return bad_input(fmt::format("the entry `{}` is a host function, which is called as a whole", problem.entry),
                     problem.place(problem.entry_line),
                     "leave --counters, --lines, --check and --sample out, or name one of its kernels");
  const VirtualOptions options = virtual_options(flags, settings);
  RunPlace place;
  TRY(opened, open_device(counts && flags.device == "auto" ? "virtual" : flags.device, options, context.knowledge));
  place.opened = std::move(opened);
  if (!place.opened.as_virtual && needs_virtual)
    return bad_input("lines, checks and samples are for the virtual GPU", "--device " + flags.device,
                     "use --device virtual:h200, or leave these flags out");
  if (!problem.is_host_function) return place;
  RemoteSettings remote;
  remote.device.device = place.opened.device->facts().name;
  remote.device.host_code = true;
  remote.device.virtual_options = options;
  remote.call_deadline = k_host_deadline;
  TRY(runner, RemoteDevice::open(remote, context.knowledge));
  place.runner = std::move(runner);
  return place;
}

Result<ResolvedCase> resolve(const Problem& problem, const RunFlags& flags, const RunSettings& settings,
                             const OpenedDevice& opened) {
  TRY(chosen, find_case(problem, flags.case_name));
  ResolveOptions options{settings.dims, settings.tunables, std::nullopt, opened.device->facts().name};
  if (const uint64_t bytes = device_bytes(opened)) options.memory_limit_bytes = bytes;
  return resolve_case(problem, chosen, options);
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

Result<Verdict> compare(const LaunchPlan& plan, const ArrayContents& outputs, Oracle& oracle) {
  const DataOptions data{static_cast<uint64_t>(plan.flags.seed), static_cast<unsigned>(plan.flags.threads)};
  ArrayContents inputs(plan.resolved.own_arguments);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!plan.resolved.arguments[i].is_read()) continue;
    TRY(bytes, make_data(plan.resolved.arguments[i], data, plan.context.files));
    inputs[i] = std::move(bytes);
  }
  TRY(expected, oracle.expected(plan.resolved, inputs));
  return compare_outputs(plan.problem, plan.resolved, outputs, expected, oracle.arrays());
}

Result<void> add_verdict(const LaunchPlan& plan, const ArrayContents& outputs, Compiler& compiler, Device& device,
                         RunView& view) {
  view.not_compared = comparison_hindrance(plan, view);
  if (!view.not_compared.empty()) return {};
  Context& context = plan.context;
  TRY(oracle, make_oracle(plan.problem, {context.cache_directory, context.files, context.processes, compiler, device}));
  auto verdict = compare(plan, outputs, *oracle);
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

// The advice of `whet diagnose`. What the kernel computes is looked for only where there is something to advise.
void add_advice(const DiagnoseRequest& request, Compiler& compiler, LaunchPlan& plan) {
  const auto meaning = std::make_shared<std::optional<KernelMeaning>>();
  plan.advise = [request, meaning, &compiler](const Launch& launch, const VirtualReport& report) {
    const auto found = diagnose_report(request, launch, report, [&] {
      if (!*meaning) *meaning = find_kernel_meaning(request.problem, compiler);
      return &**meaning;
    });
    return found ? collect_diagnosis(*found, request.source).actions : std::vector<ActionView>{};
  };
}

Result<ExitCode> run_run(const RunFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("run " + flags.problem);
  TRY(settings, read_flags(flags));
  TRY(additions, read_additions(flags.compile, context.files));
  std::vector<std::string> assumed;
  TRY(problem, load_or_describe(flags.problem, additions, context, assumed));
  complete_work(problem, context);
  TRY(place, open_for(problem, flags, settings, context));
  const OpenedDevice& opened = place.opened;
  TRY(resolved, resolve(problem, flags, settings, opened));
  TRY_VOID(check_room(resolved, opened, settings.checks.init, context.files));
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(builds, compiler.compile(compile_request(problem, resolved, {opened.device->facts().architecture})));
  const Build& build = builds.front();
  TRY(staged, StagedProblem::stage(problem, resolved, build, place.device()));
  LaunchPlan plan{problem, resolved, flags, settings, context};
  const AdviceBook book = load_advice(context.knowledge);
  const DiagnoseRequest request{problem, resolved, build, opened.device->facts(), source_reader(problem, context.files),
                                book};
  add_advice(request, compiler, plan);
  RunView view = begin_view(plan, opened, build);
  for (const Error& error : book.errors) view.notes.push_back(left_out(error));
  ArrayContents outputs;
  TRY(launches, opened.as_virtual && !place.runner ? run_counted(plan, staged, *opened.as_virtual, outputs)
                                                   : run_measured(plan, staged, place.device(), outputs));
  view.launches = std::move(launches);
  if (!opened.as_virtual && flags.counters) add_measured_counters(request, *opened.device, context, view);
  TRY_VOID(add_verdict(plan, outputs, compiler, *opened.device, view));
  for (std::string& hint : unwritten_variables(problem, build)) view.notes.push_back(std::move(hint));
  note_samples(view);
  for (const std::string& each : assumed) view.notes.push_back("assumed: " + each);
  if (const std::string remark = work_remark(problem); !remark.empty()) view.notes.push_back(remark);
  view.ceilings = ceiling_shares(view, resolved, calibrated_gpu(*opened.device, context, view.notes));
  progress.clear();
  show(view, output_format(flags.json, flags.markdown), context);
  return exit_code_of(view);
}

}  // namespace

CliCommand run_command() {
  auto flags = std::make_shared<RunFlags>();
  CliCommand command;
  command.name = "run";
  command.summary = "run a problem once: result and time; on the virtual GPU also counts and checks";
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
