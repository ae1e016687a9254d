// whet bench: how fast a kernel is, or which of two is faster; never without knowing that they are right.
#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "cli/run/bench_kernel.h"
#include "device/open/host_memory.h"
#include "judge/baseline/python_baseline.h"
#include "judge/check/policy.h"
#include "judge/process/gpu_lock.h"
#include "judge/sandbox/confined_compiler.h"
#include "judge/trial/trial.h"
#include "problem/signature/candidate.h"
#include "util/self.h"
#include "util/text.h"

namespace whet {

namespace {

BenchView begin_view(const BenchSession& session, const PreparedKernel& first, int sets) {
  BenchView view;
  const DeviceFacts& facts = session.runner_of(0).facts();
  view.device = facts.name;
  view.gpu = facts.gpu.product.name;
  view.is_virtual = facts.is_virtual;
  view.case_name = first.resolved.name;
  view.dims = first.resolved.dims;
  view.tunables = first.resolved.tunables;
  view.seed = session.settings.timing.seed;
  view.method = session.settings.timing.method;
  view.buffer_sets = sets;
  if (!session.beside.note.empty()) view.notes.push_back(session.beside.note);
  for (std::string& warning : warnings_of(session.runners.front()->sandbox(), "candidates"))
    view.notes.push_back("warning: " + std::move(warning));
  return view;
}

// Operations of the metric's instruction, by name.
double operations_of(const Metric& metric) {
  if (metric.name.find("_op_f") == std::string::npos) return 0;
  return metric.name.find("ffma") == std::string::npos ? metric.value : 2 * metric.value;
}

// Declared work, or what the virtual GPU counts where the problem declares none.
Result<BenchWork> work_of(const PreparedKernel& prepared, const TimedKernel& timed, const BenchSession& session) {
  BenchWork work{floor_input(prepared.named.problem, prepared.resolved), std::nullopt, std::nullopt};
  const bool is_declared = work.floor.bytes && work.floor.flops;
  if (is_declared || !session.beside.as_virtual || prepared.named.problem.is_host_function) return work;
  double bytes = 0, flops = 0;
  for (const Launch& launch : timed.contender().launches) {
    TRY(metrics, prepared.device->metrics(launch, {"dram__bytes_read.sum", "dram__bytes_write.sum",
                                                   "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
                                                   "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
                                                   "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"}));
    for (const Metric& metric : metrics) {
      bytes += metric.name.starts_with("dram__") ? metric.value : 0;
      flops += operations_of(metric);
    }
  }
  if (bytes > 0 && !work.floor.bytes) work.dram_bytes = bytes;
  if (flops > 0 && !work.floor.flops) work.fp32_flops = flops;
  return work;
}

TimingProgress progress_of(const BenchSession& session) {
  return [&session](size_t done, size_t all, double median) {
    session.progress.show(fmt::format("{} of {}, median {:.4g} us", done, all, 1e6 * median));
  };
}

void add_notes(BenchView& view, const Timing& timing) {
  for (const std::string& note : timing.sampling.notes) {
    if (std::find(view.notes.begin(), view.notes.end(), note) == view.notes.end()) view.notes.push_back(note);
  }
  if (!timing.sampling.before.other_owners.empty())
    view.notes.push_back("the GPU is not idle: " + join(timing.sampling.before.other_owners, ", "));
}

void add_timing(BenchView& view, size_t which, SamplingPlan::Cache cache, Timing timing, const BenchWork& work,
                const Gpu& gpu, const std::vector<Measurement>& measurements) {
  BenchKernel& kernel = view.kernels[which];
  add_notes(view, timing);
  const std::string disagreement = timing.invalid;
  BenchTiming collected = collect_timing(cache, std::move(timing), work, gpu, measurements);
  if (const std::string& why = disagreement.empty() ? collected.violation : disagreement; !why.empty()) {
    kernel.outcome = Outcome::invalid;
    kernel.result = why;
  }
  kernel.timings.push_back(std::move(collected));
}

Result<TimedKernel> stage(const PreparedKernel& prepared, const BenchView& view, const BenchSession& session,
                          const TimedKernel* shared = nullptr) {
  return TimedKernel::stage(prepared.subject(), view.buffer_sets, session.settings.timing.seed, *prepared.device,
                            session.context.files, shared);
}

Result<void> time_one(const PreparedKernel& prepared, const BenchSession& session, BenchView& view) {
  const Gpu& gpu = session.runner_of(0).facts().gpu;
  TRY(measurements, Hardware(session.context.knowledge).measurements());
  TRY(timed, stage(prepared, view, session));
  TRY(work, work_of(prepared, timed, session));
  for (const SamplingPlan::Cache cache : session.settings.caches) {
    // The virtual GPU models one state of the caches.
    if (view.is_virtual && cache == SamplingPlan::Cache::hot && session.settings.caches.size() > 1) continue;
    session.progress.begin(fmt::format("time {}, {} L2", prepared.named.name, name_of(cache)));
    TimingRule rule = session.settings.timing;
    rule.cache = cache;
    TRY(timing, time_alone(timed.contender(), rule, session.context.clock, progress_of(session)));
    add_timing(view, 0, cache, std::move(timing), work, gpu, measurements);
  }
  return verify_timed(prepared, timed, false, session, view.kernels[0]);
}

// Times of what nobody knows to be right are no verdict.
void withhold_unchecked(BenchView& view) {
  for (BenchKernel& kernel : view.kernels) {
    if (kernel.checked) continue;
    view.comparison.reset();
    kernel.outcome = Outcome::not_judged;
    view.notes.push_back(kernel.name + " was not checked: there is no verdict on which is faster");
  }
}

Result<void> time_two(const PreparedKernel& first, const PreparedKernel& second, const BenchSession& session,
                      BenchView& view) {
  const Gpu& gpu = session.runner_of(0).facts().gpu;
  TRY(measurements, Hardware(session.context.knowledge).measurements());
  TRY(baseline, stage(first, view, session));
  const bool may_share = first.named.original.file == second.named.original.file && first.device == second.device;
  TRY(candidate, stage(second, view, session, may_share ? &baseline : nullptr));
  TRY(first_work, work_of(first, baseline, session));
  TRY(second_work, work_of(second, candidate, session));
  session.progress.begin("compare");
  TimingRule rule = session.settings.timing;
  rule.cache = session.settings.caches.front();
  Contender contender = candidate.contender();
  contender.vouched =
      !second.named.problem.is_host_function || second.named.problem.kernel == second.named.original.kernel;
  TRY(paired, time_paired(baseline.contender(), contender, rule, {}, session.context.clock, progress_of(session)));
  view.comparison = std::move(paired.comparison);
  add_timing(view, 0, rule.cache, std::move(paired.baseline), first_work, gpu, measurements);
  add_timing(view, 1, rule.cache, std::move(paired.candidate), second_work, gpu, measurements);
  // What the samples left may be of either where they share arrays.
  TRY_VOID(verify_timed(first, baseline, may_share, session, view.kernels[0]));
  TRY_VOID(verify_timed(second, candidate, may_share, session, view.kernels[1]));
  if (!view.kernels[0].sound() || !view.kernels[1].sound()) view.comparison.reset();
  withhold_unchecked(view);
  return {};
}

// Two problems can only be compared where they compute as much.
Result<void> check_same_work(const PreparedKernel& first, const PreparedKernel& second) {
  const FloorInput a = floor_input(first.named.problem, first.resolved);
  const FloorInput b = floor_input(second.named.problem, second.resolved);
  const auto refuse = [&](std::string what) -> Error {
    return bad_input(fmt::format("{} and {} do not do the same work: {}", first.named.name, second.named.name, what),
                     {}, "choose equal sizes with --dims or --case");
  };
  if (a.flops && b.flops && *a.flops != *b.flops)
    return refuse(fmt::format("{:.4g} and {:.4g} FLOP", *a.flops, *b.flops));
  if (a.output_bytes != b.output_bytes)
    return refuse(fmt::format("{} and {} of results", format_bytes(a.output_bytes), format_bytes(b.output_bytes)));
  return {};
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

Result<std::vector<NamedProblem>> load_kernels(const BenchFlags& flags, const FileSystem& files) {
  std::vector<NamedProblem> kernels;
  TRY(additions, read_additions(flags.compile, files));
  TRY(first, load_named(flags.first, nullptr, additions, files));
  if (!flags.kernel.empty()) {
    TRY(chosen, with_entry(first.problem, flags.kernel));
    first.problem = std::move(chosen);
    first.name = flags.kernel;
  }
  kernels.push_back(std::move(first));
  if (!flags.against.empty()) {
    TRY(second, with_entry(kernels.front().problem, flags.against));
    if (flags.kernel.empty()) kernels.front().name = kernels.front().problem.entry;
    kernels.push_back({flags.against, std::move(second), kernels.front().original});
    return kernels;
  }
  if (!flags.candidate.empty()) {
    const Problem original = kernels.front().original;
    TRY(candidate, load_candidate(original, flags.candidate, files));
    kernels.push_back({flags.candidate, std::move(candidate), original});
  } else if (!flags.second.empty()) {
    TRY(second, load_named(flags.second, &kernels.front(), additions, files));
    kernels.push_back(std::move(second));
  }
  return kernels;
}

// What others make of the problem of the last kernel.
Result<void> add_baselines(const PreparedKernel& prepared, const BenchSession& session, BenchView& view) {
  if (session.settings.baselines.empty()) return {};
  Context& context = session.context;
  const BaselineServices services{
      context.files, context.processes, context.clock, prepared.device->facts(),
      [&](const std::string& baseline, const std::string& what) { session.progress.show(baseline + ": " + what); }};
  session.progress.begin("baselines");
  TRY(results, time_baselines(prepared.named.original, prepared.resolved, session.settings.baselines, *prepared.oracle,
                              services, session.settings.timing));
  view.baselines = collect_baselines(std::move(results), view);
  return {};
}

Result<BenchView> measure(std::vector<NamedProblem> kernels, const BenchSession& session) {
  std::vector<PreparedKernel> prepared;
  for (NamedProblem& named : kernels) {
    const double original_seconds = prepared.empty() ? 0 : 1e-3 * prepared.front().build.compile_ms;
    TRY(ready, prepare(std::move(named), session.runner_of(prepared.size()), original_seconds, session));
    prepared.push_back(std::move(ready));
  }
  if (prepared.size() == 2) TRY_VOID(check_same_work(prepared[0], prepared[1]));
  int sets = INT_MAX;
  const bool host_code = std::any_of(prepared.begin(), prepared.end(),
                                     [](const PreparedKernel& one) { return one.named.problem.is_host_function; });
  for (const PreparedKernel& one : prepared)
    sets = std::min(sets,
                    buffer_sets(one.resolved, session.runner_of(0).facts(), device_bytes(session.beside), host_code));
  BenchView view = begin_view(session, prepared.front(), sets);
  bool sound = true;
  for (const PreparedKernel& one : prepared) {
    TRY(kernel, check_kernel(one, session));
    sound = sound && kernel.sound();
    view.kernels.push_back(std::move(kernel));
  }
  if (!sound) return view;
  TRY_VOID(prepared.size() == 1 ? time_one(prepared[0], session, view)
                                : time_two(prepared[0], prepared[1], session, view));
  TRY_VOID(add_baselines(prepared.back(), session, view));
  return view;
}

// Kernels run in a process of their own, two with host code in one each: it can do anything there.
Result<std::vector<std::unique_ptr<RemoteDevice>>> open_runners(const DeviceFacts& facts, uint64_t seed,
                                                                const std::vector<NamedProblem>& kernels,
                                                                Context& context) {
  const bool host_code = std::any_of(kernels.begin(), kernels.end(),
                                     [](const NamedProblem& kernel) { return kernel.problem.is_host_function; });
  const RemoteSettings settings = remote_settings(facts, seed, host_code);
  std::vector<std::unique_ptr<RemoteDevice>> runners;
  while (runners.size() < (settings.device.host_code ? kernels.size() : 1)) {
    TRY(runner, RemoteDevice::open(settings, context.knowledge));
    runners.push_back(std::move(runner));
  }
  return runners;
}

Result<std::unique_ptr<GpuLock>> lock_gpu(const DeviceFacts& facts) {
  if (facts.is_virtual) return std::unique_ptr<GpuLock>();
  TRY(lock, GpuLock::take(facts.name, k_gpu_patience));
  return std::make_unique<GpuLock>(std::move(lock));
}

Result<ExitCode> run_bench(const BenchFlags& flags, Context& context) {
  TRY(settings, read_flags(flags));
  TRY(kernels, load_kernels(flags, context.files));
  TRY(beside, open_device(flags.device, local_options(), context.knowledge));
  TRY(runners, open_runners(beside.device->facts(), settings.timing.seed, kernels, context));
  ConfinedProcessRunner processes(context.processes, own_path());
  Compiler compiler(confined_options(context.cache_directory), context.files, processes, context.clock);
  TRY(lock, lock_gpu(runners.front()->facts()));
  Result<BenchView> view = BenchView{};
  {
    ProgressLine progress(context.clock);
    view = measure(std::move(kernels), {flags, settings, beside, std::move(runners), compiler, context, progress});
  }
  if (!view) return view.error();
  show(*view, output_format(flags.json, flags.markdown), context);
  if (!flags.output.empty()) TRY_VOID(write_files(*view, flags.output, context));
  return exit_code_of(*view);
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
