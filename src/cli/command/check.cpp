// whet check: does a kernel, or a candidate for it, compute what the problem asks, whatever the data and the call.
#include <fmt/format.h>

#include "cli/flags/bare_kernel.h"
#include "cli/flags/check_flags.h"
#include "cli/flags/check_target.h"
#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/secret_seed.h"
#include "cli/frame/show.h"
#include "cli/run/judge_services.h"
#include "judge/check/influence.h"
#include "judge/check/refusal.h"
#include "report/judge/check_view.h"

namespace whet {

namespace {

Result<std::vector<ProblemCase>> chosen_cases(const Problem& problem, const CheckFlags& flags, bool is_described) {
  if (flags.case_name.empty() && (flags.dims.empty() || is_described)) return problem.cases;
  TRY(chosen, find_case(problem, flags.case_name));
  return std::vector{chosen};
}

JudgeOrder judge_order(const CheckFlags& flags, const CheckTarget& target, uint64_t seed) {
  JudgeOrder order;
  order.device = flags.device;
  order.secret = seed;
  order.host_code = target.candidate.is_host_function;
  order.compile_seconds = order.check_seconds = flags.time_limit;
  order.reference_seconds = flags.reference_limit;
  return order;
}

CheckView begin_view(const CheckFlags& flags, const CheckTarget& target, uint64_t seed, JudgeBench& bench) {
  CheckView view;
  view.problem = flags.problem;
  view.candidate = flags.candidate;
  view.flags = repeated_flags(flags);
  view.assumed = target.assumed;
  view.device = bench.facts().name;
  view.isolation = bench.isolation();
  view.reference = oracle_name(target.original);
  view.seed = seed;
  return view;
}

ExitCode exit_code_of(Outcome outcome) {
  if (outcome == Outcome::not_judged) return ExitCode::missing;
  return is_sound(outcome) ? ExitCode::ok : ExitCode::bad_result;
}

// What a kernel was described by and nobody has written down tests little in ways that its verdict does not show.
Result<void> add_warnings(const CheckTarget& target, const CheckSubject& subject, uint64_t seed, JudgeBench& bench,
                          CheckReport& report) {
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
  if (subject.cases.front().resolved.total_bytes > k_most_influence_bytes)
    report.notes.emplace_back("whether the ends of its inputs matter was not looked at: the arrays are large");
  TRY(ends,
      idle_ends(subject.problem, subject.cases.front(), seed, bench.runner(), bench.services().files, target.generous));
  for (const IdleEnd& end : ends)
    report.warnings.push_back(fmt::format(
        "the last {} of {} elements of `{}` have no influence on the result: the launch does not reach them (--grid, "
        "--block), or the array is larger than it need be (--shape)",
        fmt::group_digits(end.elements), fmt::group_digits(end.count), end.array));
  return {};
}

// A target on the judge's bench.
class CheckRun {
 public:
  CheckRun(const CheckFlags& flags, const CheckTarget& target, uint64_t seed, JudgeBench& bench, ProgressLine& progress)
      : flags_(flags), target_(target), seed_(seed), bench_(bench), progress_(progress) {}

  Result<CheckView> run() {
    TRY(sanitizers, flags_.sanitize ? bench_.open_sanitizers(seed_) : Result<Sanitizers>(Sanitizers{}));
    CheckView view = begin_view(flags_, target_, seed_, bench_);
    auto cases = build();
    if (auto refused = cases ? std::nullopt : report_of_refusal(target_.candidate, cases.error())) {
      view.report = std::move(*refused);
      return view;
    }
    if (!cases) return cases.error();
    const CheckSubject subject{target_.candidate, target_.is_candidate ? &target_.original : nullptr,
                               std::move(*cases)};
    const Build& build = subject.cases.front().build;
    view.cases = subject.cases.size();
    view.compiled = fmt::format("{} by {}", build.architecture.name(), build.compiler);
    TRY(report, check(subject, sanitizers));
    view.report = std::move(report);
    TRY_VOID(add_warnings(target_, subject, seed_, bench_, view.report));
    for (const std::string& warning : bench_.warnings()) view.report.notes.push_back("warning: " + warning);
    return view;
  }

 private:
  Effort effort() const { return flags_.quick ? Effort::quick : Effort::full; }

  Result<std::vector<CheckCase>> build() {
    TRY(sizes, resolve_options(flags_, target_.is_described));
    TRY(chosen, chosen_cases(target_.candidate, flags_, target_.is_described));
    BuildOrder order{std::move(sizes.dims), std::move(sizes.tunables)};
    if (target_.is_candidate)
      order.original_seconds = bench_.compile_seconds_of(target_.original, chosen.front(), order);
    TRY(cases, bench_.build(target_.candidate, chosen, order));
    TRY_VOID(bench_.check_room(cases, flags_.sanitize));
    TRY_VOID(bench_.check_trial_room(cases, effort(), flags_.sanitize));
    return cases;
  }

  Result<CheckReport> check(const CheckSubject& subject, const Sanitizers& sanitizers) {
    progress_.begin("ask the reference of " + flags_.problem);
    TRY(oracle, bench_.open_oracle(target_.original));
    progress_.begin("check " + (flags_.candidate.empty() ? flags_.problem : flags_.candidate));
    CheckPlan plan = bench_.check_plan(seed_, effort());
    plan.is_watched = true;
    CheckServices services = bench_.begin_check(*oracle, bench_.runner());
    services.sanitizer = sanitizers.device.get();
    services.compute_sanitizer = sanitizers.program.get();
    services.progress = [&](size_t done, size_t all) { progress_.show(fmt::format("{} of {} trials", done, all)); };
    return bench_.check(subject, plan, services);
  }

  const CheckFlags& flags_;
  const CheckTarget& target_;
  uint64_t seed_;
  JudgeBench& bench_;
  ProgressLine& progress_;
};

Result<CheckView> check_target(const CheckFlags& flags, const CheckTarget& target, uint64_t seed,
                               ProgressLine& progress, Context& context) {
  TRY(bench, JudgeBench::open(judge_order(flags, target, seed), judge_services(context)));
  return CheckRun(flags, target, seed, *bench, progress).run();
}

Result<ExitCode> run_check(const CheckFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("compile " + (flags.candidate.empty() ? flags.problem : flags.candidate));
  if (flags.time_limit < 0) return bad_input("a negative number", "--time-limit", "give 1 or more seconds");
  TRY(seed, read_seed(flags.seed));
  TRY(target, load_check_target(flags, context));
  auto view = check_target(flags, target, seed, progress, context);
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
