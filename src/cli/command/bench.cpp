// whet bench: how fast a kernel is, or which of two is faster; never without knowing that they are right.
#include <fmt/format.h>

#include <algorithm>

#include "calibrate/calibration_file.h"
#include "cli/flags/bare_kernel.h"
#include "cli/flags/bench_target.h"
#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "cli/run/device_ceilings.h"
#include "cli/run/judge_services.h"
#include "judge/measure/measure.h"
#include "report/judge/bench_view.h"
#include "util/text.h"

namespace whet {

namespace {

Result<std::unique_ptr<JudgeBench>> open_bench(const BenchFlags& flags, const BenchSettings& settings,
                                               const std::vector<NamedProblem>& kernels, Context& context) {
  JudgeOrder order;
  order.device = flags.device;
  order.secret = settings.measure.timing.seed;
  order.compile_seconds = order.check_seconds = flags.time_limit;
  order.host_code = std::any_of(kernels.begin(), kernels.end(),
                                [](const NamedProblem& kernel) { return kernel.problem.is_host_function; });
  return JudgeBench::open(std::move(order), judge_services(context));
}

Result<MeasuredKernels> measure_all(std::vector<NamedProblem> kernels, const BenchSettings& settings, JudgeBench& bench,
                                    Context& context) {
  ProgressLine line(context.clock);
  const MeasureProgress progress{[&](const std::string& step) { line.begin(step); },
                                 [&](const std::string& text) { line.show(text); }};
  return measure(std::move(kernels), {bench, settings.measure, progress});
}

// The facts of the device with its measured ceilings, unless the kernels ran at another clock.
DeviceFacts calibrated_facts(const MeasuredKernels& measured, const JudgeBench& bench, const Context& context,
                             std::vector<std::string>& notes) {
  DeviceFacts facts = bench.facts();
  facts.gpu = calibrated_gpu(*bench.local_device().device, context, notes);
  for (const MeasuredKernel& kernel : measured.kernels) {
    if (!facts.gpu.measured || kernel.timings.empty()) continue;
    const std::string note = clock_note(*facts.gpu.measured, kernel.timings.front().timing.clock_hz.median);
    if (note.empty()) continue;
    notes.push_back(note);
    facts.gpu.measured.reset();
  }
  return facts;
}

BenchView view_of(MeasuredKernels measured, const TimingRule& rule, JudgeBench& bench, const Context& context) {
  std::vector<std::string> notes;
  if (!bench.local_device().note.empty()) notes.push_back(bench.local_device().note);
  for (const std::string& warning : bench.warnings()) notes.push_back("warning: " + warning);
  const DeviceFacts facts = calibrated_facts(measured, bench, context, notes);
  measured.notes.insert(measured.notes.begin(), notes.begin(), notes.end());
  BenchView view = collect_bench(std::move(measured), facts, bench.measurements());
  view.seed = rule.seed;
  view.method = rule.method;
  return view;
}

// A regression is a bad result too; no gain is not.
ExitCode exit_code_of(const BenchView& view) {
  const Outcome outcome = view.outcome();
  if (outcome == Outcome::not_judged) return ExitCode::missing;
  return is_sound(outcome) && outcome != Outcome::slower ? ExitCode::ok : ExitCode::bad_result;
}

Result<void> write_files(const BenchView& view, const std::string& directory, Context& context) {
  TRY_VOID(context.files.make_directories(directory));
  MarkdownCanvas canvas;
  render(view, canvas);
  TRY_VOID(context.files.write(join_path(directory, "benchmark.md"), canvas.take()));
  return context.files.write(join_path(directory, "benchmark.json"), to_json(view).dump() + "\n");
}

Result<ExitCode> run_bench(const BenchFlags& flags, Context& context) {
  TRY(settings, read_flags(flags));
  TRY(target, load_bench_target(flags, settings, context));
  TRY(bench, open_bench(flags, settings, target.kernels, context));
  auto measured = measure_all(std::move(target.kernels), settings, *bench, context);
  if (!measured) return with_assumptions(measured.error(), target.assumed);
  for (const std::string& each : target.notes) measured->notes.push_back(each);
  for (const std::string& each : target.assumed) measured->notes.push_back("assumed: " + each);
  const BenchView view = view_of(*std::move(measured), settings.measure.timing, *bench, context);
  show(view, output_format(flags.json, flags.markdown), context);
  if (!flags.output.empty()) TRY_VOID(write_files(view, flags.output, context));
  return exit_code_of(view);
}

}  // namespace

CliCommand bench_command() {
  auto flags = std::make_shared<BenchFlags>();
  CliCommand command;
  command.name = "bench";
  command.summary = "time a kernel, or say which of two is faster; measured, or modelled on the virtual GPU";
  command.example =
      "  whet bench examples/softmax\n"
      "  whet bench examples/softmax --candidate faster.cu --device cuda:0\n"
      "  whet bench before.cu after.cu --dims n=1M --output results\n"
      "  whet bench kernels.cu --kernel naive --against tiled";
  command.options = bench_option_table(flags.get());
  command.run = [flags](Context& context) { return run_bench(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
