// whet check: does a kernel, or a candidate for it, compute what the problem asks, whatever the data and the call.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/secret_seed.h"
#include "cli/show.h"
#include "device/host_memory.h"
#include "device/open_device.h"
#include "judge/check.h"
#include "judge/remote_device.h"
#include "problem/candidate.h"
#include "problem/section.h"
#include "report/check_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr uint64_t k_budget = 1ull << 26;  // instructions a warp may execute: seconds, on the virtual GPU

struct CheckFlags {
  std::string problem, candidate, device = "virtual:h200", case_name, dims, tunables, seed;
  bool quick = false, sanitize = false, json = false, markdown = false;
};

std::vector<Option> option_table(CheckFlags* flags) {
  return {
      {"problem", "folder with problem.toml, or the file", &flags->problem, "FILE", {}, true},
      {"--candidate", "another kernel for the problem", &flags->candidate, "FILE"},
      {"-d,--device", "virtual:GPU, cuda:N or auto (default virtual:h200)", &flags->device, "DEVICE"},
      {"-c,--case", "one case of the problem, by name or index (default: all)", &flags->case_name, "CASE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--set", "values of [tune]: TILE=32", &flags->tunables, "VALUES"},
      {"--seed", "of all data (default: a secret one, shown afterwards)", &flags->seed, "N"},
      {"--quick", "the first trials alone", &flags->quick},
      {"--sanitize", "watch every access, race and barrier too", &flags->sanitize},
      {"--md", "print the report as Markdown", &flags->markdown},
      json_option(&flags->json),
  };
}

Result<std::vector<ProblemCase>> chosen_cases(const Problem& problem, const CheckFlags& flags) {
  if (flags.case_name.empty() && flags.dims.empty()) return problem.cases;
  TRY(chosen, find_case(problem, flags.case_name));
  return std::vector{chosen};
}

Result<ResolveOptions> resolve_options(const CheckFlags& flags) {
  ResolveOptions options;
  TRY(dims, parse_assignments(flags.dims, "--dims"));
  TRY(tunables, parse_assignments(flags.tunables, "--set"));
  options.dims = std::move(dims);
  options.tunables = std::move(tunables);
  return options;
}

// Bounds are watched by the virtual GPU itself; elsewhere a zone around each array shows who wrote there.
CheckPlan make_plan(const CheckFlags& flags, uint64_t seed, bool is_virtual) {
  CheckPlan plan;
  plan.trials.secret = seed;
  plan.trials.effort = flags.quick ? Effort::quick : Effort::full;
  plan.trials.many_calls = is_virtual ? 6 : 40;
  plan.guard_bytes = is_virtual ? 0 : 1024;
  return plan;
}

Result<std::unique_ptr<Device>> open_sanitizer(const CheckFlags& flags, const Device& device, Context& context) {
  if (!flags.sanitize) return std::unique_ptr<Device>();
  if (!device.facts().is_virtual)
    return bad_input("--sanitize watches on the virtual GPU alone", "--device " + flags.device,
                     "use --device virtual:h200, or run compute-sanitizer on the GPU");
  VirtualOptions options;
  options.checks = {true, true, true, true};
  options.track_initialised = true;
  TRY(opened, open_device(flags.device, options, context.knowledge));
  return std::move(opened.device);
}

// The candidate runs in a process of its own, which may do little else.
Result<std::unique_ptr<RemoteDevice>> open_runner(const CheckFlags& flags, const Problem& candidate, Context& context) {
  RemoteSettings settings;
  settings.device.device = flags.device;
  settings.device.host_code = candidate.is_host_function;
  settings.device.virtual_options.budget = k_budget;
  return RemoteDevice::open(settings, context.knowledge);
}

std::string isolation_text(const RemoteDevice& device) {
  return "a process of its own: " + describe(device.sandbox());
}

Result<ExitCode> run_check(const CheckFlags& flags, Context& context) {
  TRY(seed, read_seed(flags.seed));
  TRY(problem, load_problem(flags.problem, context.files));
  Problem candidate = problem;
  if (!flags.candidate.empty()) {
    TRY(loaded, load_candidate(problem, flags.candidate, context.files));
    candidate = std::move(loaded);
  }
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  TRY(device, open_runner(flags, candidate, context));
  TRY(beside, open_device(flags.device, {}, context.knowledge));
  TRY(sanitizer, open_sanitizer(flags, *device, context));
  TRY(options, resolve_options(flags));
  TRY(chosen, chosen_cases(candidate, flags));
  options.memory_limit_bytes = device_bytes(beside);
  options.memory_of = device->facts().name;
  TRY(cases, build_cases(candidate, chosen, options, *device, compiler));
  for (const CheckCase& each : cases) TRY_VOID(check_room(each.resolved, beside, flags.sanitize, context.files));
  TRY(oracle,
      make_oracle(problem, {context.cache_directory, context.files, context.processes, compiler, *beside.device}));
  CheckPlan plan = make_plan(flags, seed, device->facts().is_virtual);
  plan.sanitizer = sanitizer.get();
  const CheckSubject subject{candidate, flags.candidate.empty() ? nullptr : &problem, std::move(cases)};
  CheckView view;
  view.compiled =
      fmt::format("{} by {}", subject.cases.front().build.architecture.name(), subject.cases.front().build.compiler);
  TRY(report, check_candidate(subject, plan, *oracle, *device, compiler, context.files));
  view.problem = flags.problem;
  view.candidate = flags.candidate;
  view.device = device->facts().name;
  view.isolation = isolation_text(*device);
  view.reference = oracle_name(problem);
  view.seed = seed;
  view.cases = subject.cases.size();
  view.report = std::move(report);
  show(view, output_format(flags.json, flags.markdown), context);
  return is_sound(view.report.outcome) ? ExitCode::ok : ExitCode::bad_result;
}

}  // namespace

CliCommand check_command() {
  auto flags = std::make_shared<CheckFlags>();
  CliCommand command;
  command.name = "check";
  command.summary = "is a kernel right, whatever the data and however often it is called";
  command.example =
      "  whet check examples/softmax\n"
      "  whet check examples/softmax --candidate faster.cu\n"
      "  whet check examples/scan --device cuda:0 --seed 7";
  command.options = option_table(flags.get());
  command.run = [flags](Context& context) { return run_check(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
