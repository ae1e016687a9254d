// whet check: does a kernel, or a candidate for it, compute what the problem asks, whatever the data and the call.
#include <fmt/format.h>

#include <algorithm>

#include "cli/flags/check_flags.h"
#include "cli/flags/check_target.h"
#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/secret_seed.h"
#include "cli/frame/show.h"
#include "device/open/host_memory.h"
#include "device/open/open_device.h"
#include "device/virtual/virtual_device.h"
#include "judge/check/check.h"
#include "judge/check/influence.h"
#include "judge/check/policy.h"
#include "judge/check/refusal.h"
#include "judge/check/watched_run.h"
#include "judge/process/remote_device.h"
#include "judge/sandbox/confined_compiler.h"
#include "report/judge/check_view.h"
#include "util/self.h"
#include "util/text.h"

namespace whet {

namespace {

Result<std::vector<ProblemCase>> chosen_cases(const Problem& problem, const CheckFlags& flags) {
  if (flags.case_name.empty() && flags.dims.empty()) return problem.cases;
  TRY(chosen, find_case(problem, flags.case_name));
  return std::vector{chosen};
}

// What --sanitize watches with: a device on the virtual GPU, a program on a real one.
struct Sanitizers {
  std::unique_ptr<Device> device;
  std::unique_ptr<ComputeSanitizer> program;
};

Result<Sanitizers> open_sanitizers(const CheckFlags& flags, uint64_t seed, const Device& device, Context& context) {
  Sanitizers result;
  if (!flags.sanitize) return result;
  if (!device.facts().is_virtual) {
    TRY(program, ComputeSanitizer::find(device.facts().name, own_path(), context.files, context.processes));
    result.program = std::make_unique<ComputeSanitizer>(std::move(program));
    return result;
  }
  TRY(opened, open_device(device.facts().name, watching_options(seed), context.knowledge));
  result.device = std::move(opened.device);
  return result;
}

std::string isolation_text(const RemoteDevice& device, ConfinedProcessRunner& compilers) {
  const std::string own = describe(device.sandbox()), theirs = compilers.level();
  return "a process of its own: " + own + (own == theirs ? "; compilers too" : "; compilers: " + theirs);
}

// What nobody gave may be what does not fit.
Error with_assumptions(Error error, const std::vector<std::string>& assumed) {
  for (const std::string& each : assumed) error.details += "assumed: " + each + "\n";
  return error;
}

// The data of all trials is made beforehand; one comparison holds expected, given and refused answers as doubles.
uint64_t checking_bytes(const std::vector<CheckCase>& cases, const CheckFlags& flags, bool is_virtual) {
  constexpr uint64_t k_quick_trials = 3, k_full_trials = 20, k_copies_to_compare = 4;
  uint64_t data = 0, largest = 0;
  for (const CheckCase& each : cases) {
    const ResolvedCase& resolved = each.resolved;
    uint64_t inputs = 0;
    for (size_t i = 0; i < resolved.own_arguments; ++i)
      inputs += resolved.arguments[i].is_read() ? resolved.arguments[i].bytes : 0;
    data += inputs * (flags.quick ? k_quick_trials : k_full_trials + resolved.own_arguments);
    largest = std::max(largest, (is_virtual ? staging_bytes(resolved, flags.sanitize) : 0) +
                                    k_copies_to_compare * comparison_bytes(resolved));
  }
  return data + largest;
}

Result<void> check_trial_room(const std::vector<CheckCase>& cases, const CheckFlags& flags, bool is_virtual,
                              const FileSystem& files) {
  const auto available = available_host_bytes(files);
  const uint64_t wanted = checking_bytes(cases, flags, is_virtual);
  if (!available || wanted <= *available) return {};
  return bad_input(
      fmt::format("checking wants {} of this machine's memory, and {} are free",
                  format_bytes(static_cast<double>(wanted)), format_bytes(static_cast<double>(*available))),
      {}, "choose smaller sizes with --dims or --case, or fewer trials with --quick");
}

// What the original's compiler took decides; one that does not compile says nothing.
double compile_limit_of(const Problem& original, const std::vector<ProblemCase>& cases, const Device& device,
                        Compiler& compiler) {
  const auto built = build_cases(original, {cases.front()}, {}, device, compiler);
  return compile_limit_seconds(built ? 1e-3 * built->front().build.compile_ms : 0);
}

Result<std::vector<CheckCase>> built_cases(const CheckFlags& flags, const CheckTarget& target,
                                           const OpenedDevice& beside, Compiler& compiler, Context& context) {
  TRY(options, resolve_options(flags));
  TRY(chosen, chosen_cases(target.candidate, flags));
  options.memory_limit_bytes = device_bytes(beside);
  options.memory_of = beside.device->facts().name;
  double limit = flags.time_limit;
  if (target.is_candidate && limit == 0) limit = compile_limit_of(target.original, chosen, *beside.device, compiler);
  auto cases = build_cases(target.candidate, chosen, options, *beside.device, compiler, limit);
  if (!cases) return cases.error();
  for (const CheckCase& each : *cases) TRY_VOID(check_room(each.resolved, beside, flags.sanitize, context.files));
  TRY_VOID(check_trial_room(*cases, flags, beside.as_virtual != nullptr, context.files));
  return cases;
}

CheckView begin_view(const CheckFlags& flags, const CheckTarget& target, const RemoteDevice& device,
                     ConfinedProcessRunner& compilers) {
  CheckView view;
  view.problem = flags.problem;
  view.candidate = flags.candidate;
  view.flags = repeated_flags(flags);
  view.assumed = target.assumed;
  view.device = device.facts().name;
  view.isolation = isolation_text(device, compilers);
  view.reference = oracle_name(target.original);
  return view;
}

ExitCode exit_code_of(Outcome outcome) {
  if (outcome == Outcome::not_judged) return ExitCode::missing;
  return is_sound(outcome) ? ExitCode::ok : ExitCode::bad_result;
}

// What a kernel was described by and nobody has written down tests little in ways that its verdict does not show.
Result<void> add_warnings(const CheckTarget& target, const CheckSubject& subject, uint64_t seed, Device& device,
                          const FileSystem& files, CheckReport& report) {
  if (target.assumed.empty() || target.is_candidate) return {};
  for (const NullAnswer& answer : report.contract) {
    if (!answer.refused && answer.name.ends_with("copied"))
      report.warnings.push_back("an answer with " + answer.name +
                                " would pass: at these sizes there is nothing else to compute; choose others");
  }
  if (!report.stopped.empty())
    report.warnings.push_back("with other data of the same kind it stops (" + report.stopped +
                              "): where an array holds places or sizes, say so with its fill in problem.toml");
  if (!is_sound(report.outcome) || subject.problem.is_host_function) return {};
  TRY(ends, idle_ends(subject.problem, subject.cases.front(), seed, device, files, target.generous));
  for (const IdleEnd& end : ends)
    report.warnings.push_back(fmt::format(
        "the last {} of {} elements of `{}` have no influence on the result: the launch does not reach them (--grid, "
        "--block), or the array is larger than it need be (--shape)",
        fmt::group_digits(end.elements), fmt::group_digits(end.count), end.array));
  return {};
}

// A target on its devices.
class CheckRun {
 public:
  CheckRun(const CheckFlags& flags, const CheckTarget& target, uint64_t seed, ProgressLine& progress, Context& context)
      : flags_(flags),
        target_(target),
        seed_(seed),
        progress_(progress),
        context_(context),
        processes_(context.processes, own_path()),
        compiler_(confined_options(context.cache_directory), context.files, processes_, context.clock) {}

  Result<CheckView> run() {
    TRY(beside, open_device(flags_.device, local_options(), context_.knowledge));
    const DeviceFacts& facts = beside.device->facts();
    TRY(device,
        RemoteDevice::open(remote_settings(facts, seed_, target_.candidate.is_host_function), context_.knowledge));
    TRY(sanitizers, open_sanitizers(flags_, seed_, *device, context_));
    CheckView view = begin_view(flags_, target_, *device, processes_);
    view.seed = seed_;
    auto cases = built_cases(flags_, target_, beside, compiler_, context_);
    if (auto refused = cases ? std::nullopt : report_of_refusal(target_.candidate, cases.error())) {
      view.report = std::move(*refused);
      return view;
    }
    if (!cases) return cases.error();
    TRY(oracle, open_oracle(*beside.device));
    const CheckSubject subject{target_.candidate, target_.is_candidate ? &target_.original : nullptr,
                               std::move(*cases)};
    view.cases = subject.cases.size();
    view.compiled =
        fmt::format("{} by {}", subject.cases.front().build.architecture.name(), subject.cases.front().build.compiler);
    TRY(report, check(subject, sanitizers, *oracle, *device));
    view.report = std::move(report);
    TRY_VOID(add_warnings(target_, subject, seed_, *device, context_.files, view.report));
    for (std::string& warning : warnings_of(device->sandbox(), "candidates"))
      view.report.notes.push_back("warning: " + std::move(warning));
    for (std::string& warning : processes_.warnings()) view.report.notes.push_back("warning: " + std::move(warning));
    return view;
  }

 private:
  Result<std::unique_ptr<Oracle>> open_oracle(Device& beside) {
    progress_.begin("ask the reference of " + flags_.problem);
    OracleServices services{context_.cache_directory,
                            context_.files,
                            context_.processes,
                            compiler_,
                            beside,
                            std::chrono::seconds(flags_.reference_limit)};
    services.host_device = host_device_opener(beside.facts(), seed_, context_.knowledge);
    return make_oracle(target_.original, services);
  }

  Result<CheckReport> check(const CheckSubject& subject, Sanitizers& sanitizers, Oracle& oracle, RemoteDevice& device) {
    CheckPlan plan = check_plan(device.facts(), seed_, flags_.quick ? Effort::quick : Effort::full);
    if (flags_.time_limit > 0) plan.time.seconds = flags_.time_limit;
    plan.sanitizer = sanitizers.device.get();
    plan.compute_sanitizer = sanitizers.program.get();
    plan.progress = [&](size_t done, size_t all) { progress_.show(fmt::format("{} of {} trials", done, all)); };
    progress_.begin("check " + (flags_.candidate.empty() ? flags_.problem : flags_.candidate));
    TRY(report, check_candidate(subject, plan, oracle, device, compiler_, context_.files));
    if (is_sound(report.outcome) && !sanitizers.device)
      TRY_VOID(watch_candidate(subject.problem, subject.cases, seed_,
                               {context_.knowledge, context_.files, oracle, device.facts()}, report));
    return report;
  }

  const CheckFlags& flags_;
  const CheckTarget& target_;
  uint64_t seed_;
  ProgressLine& progress_;
  Context& context_;
  ConfinedProcessRunner processes_;
  Compiler compiler_;
};

Result<ExitCode> run_check(const CheckFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("compile " + (flags.candidate.empty() ? flags.problem : flags.candidate));
  if (flags.time_limit < 0) return bad_input("a negative number", "--time-limit", "give 1 or more seconds");
  TRY(seed, read_seed(flags.seed));
  TRY(target, load_check_target(flags, context.files));
  auto view = CheckRun(flags, target, seed, progress, context).run();
  if (!view) return with_assumptions(view.error(), target.assumed);
  if (is_sound(view->report.outcome) || !context.files.info(target.save_to)) {
    TRY_VOID(save_problem(target, context.files));
    view->saved = target.save_to;
  }
  progress.clear();
  show(*view, output_format(flags.json, flags.markdown), context);
  return exit_code_of(view->report.outcome);
}

}  // namespace

CliCommand check_command() {
  auto flags = std::make_shared<CheckFlags>();
  CliCommand command;
  command.name = "check";
  command.summary = "test whether a kernel is right, on data and in states chosen to break it";
  command.example =
      "  whet check examples/softmax\n"
      "  whet check examples/softmax --candidate faster.cu\n"
      "  whet check examples/scan --device cuda:0 --seed 7\n"
      "  whet check mine.cu --ref ref.py --dims M=512,N=512,K=256 --shape A=M,K --shape B=K,N --shape C=M,N \\\n"
      "    --grid 'ceil_div(N, 16),ceil_div(M, 16)' --block 16,16 --save";
  command.options = check_option_table(flags.get());
  command.run = [flags](Context& context) { return run_check(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
