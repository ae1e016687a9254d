#include "cli/run/optimize_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/flags/bare_kernel.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/limiter.h"
#include "cli/frame/secret_seed.h"
#include "cli/run/device_ceilings.h"
#include "cli/run/mind_desk.h"
#include "cli/run/open_store.h"
#include "cli/run/version_commits.h"
#include "learn/run_patterns.h"
#include "optimize/run/run_advice.h"
#include "problem/build.h"

namespace whet {

std::vector<Option> optimize_options(OptimizeFlags* flags) {
  std::vector<Option> options = {
      {"problem", "folder with problem.toml, or the file", &flags->problem, "FILE", {}, true},
      {"-d,--device", "virtual:GPU, cuda:N or auto (default auto)", &flags->device, "DEVICE"},
      {"--dims", "other sizes: M=4096,N=1K", &flags->dims, "SIZES"},
      {"--seconds", "stop after N seconds (default 120)", &flags->seconds, "N"},
      {"--candidates", "stop after N candidates (default 200)", &flags->candidates, "N"},
      {"--batch", "candidates per round (default: two per core, 8 to 32; 4 on a virtual GPU)", &flags->batch, "N"},
      {"--patience", "stop after N rounds without progress (default 6)", &flags->patience, "N"},
      {"--target", "stop at N % of what the kernel can reach (default 90)", &flags->target, "N"},
      {"--strategy", "search strategy of the tuner (default: one that fits the space)", &flags->strategy, "NAME"},
      {"--seed", "seed of data and search (default: random, kept secret from candidates)", &flags->seed, "N"},
      {"--commit", "commit each version that led to a new branch of your repository", &flags->commit},
  };
  for (Option& option : compile_option_table(&flags->compile)) options.push_back(std::move(option));
  for (Option& option : run_output_options(&flags->output)) options.push_back(std::move(option));
  return options;
}

namespace {

constexpr const char* k_stopping =
    "\r\033[K  stopping: the current candidate is judged to its end, and all is kept; Ctrl-C again ends at once\n";

Result<OptimizeSettings> read_settings(const OptimizeFlags& flags) {
  OptimizeSettings settings;
  TRY(dims, parse_assignments(flags.dims, "--dims"));
  TRY(seed, read_seed(flags.seed));
  if (flags.seconds < 1) return bad_input("--seconds must be at least 1", "--seconds", "give 1 or more");
  if (flags.candidates < 1) return bad_input("--candidates must be at least 1", "--candidates", "give 1 or more");
  if (flags.patience < 1) return bad_input("--patience must be at least 1", "--patience", "give 1 or more");
  if (flags.batch < 0) return bad_input("--batch must be at least 1", "--batch", "give 1 or more");
  if (flags.target < 1 || flags.target > 100)
    return bad_input("--target is a share in percent", "--target", "give 1 to 100");
  settings.enough_share = flags.target / 100.0;
  settings.device = flags.device;
  settings.dims = std::move(dims);
  settings.seed = seed;
  settings.strategy = flags.strategy;
  settings.batch = static_cast<size_t>(flags.batch);
  settings.most_candidates = static_cast<size_t>(flags.candidates);
  settings.most_seconds = flags.seconds;
  settings.patience = static_cast<size_t>(flags.patience);
  settings.declared = flags.declared;
  for (const std::string& part : flags.without) {
    if (part != "writer" && part != "editor" && part != "plan" && part != "patterns")
      return bad_input("`" + part + "` is nothing to leave out", "--without", "writer, editor, plan or patterns");
    (part == "writer"   ? settings.writes
     : part == "editor" ? settings.edits
     : part == "plan"   ? settings.planned
                        : settings.learns) = false;
  }
  TRY(minds, read_mind_order(flags.minds));
  settings.minds = std::move(minds);
  return settings;
}

// The plan for the original at its first case, as it is modelled on the run's GPU.
Orders orders_for(OpenedRun& run, Context& context) {
  Orders orders;
  if (run.proposers.mind) orders.brief = brief_for(run, context);
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  const auto chosen = find_case(run.problem, "");
  if (!chosen) return orders;
  const auto resolved = resolve_case(run.problem, *chosen, {run.settings.dims, {}, std::nullopt, ""});
  if (!resolved) return orders;
  const auto builds = compiler.compile(compile_request(run.problem, *resolved, {run.architecture}));
  if (!builds) return orders;
  KernelLimits limits =
      kernel_limits({run.problem, *resolved, builds->front(), run.description.gpu, compiler}, context);
  orders.plan = std::move(limits.plan);
  const std::string bottleneck = learn::bottleneck_of(limits.limited_by);
  (void)note_bottleneck(bottleneck, run.description.id, run.store);  // without it a run teaches a little less
  const auto& learned = run.settings.learned_methods;
  if (orders.plan) learn::put_first(learned, bottleneck, *orders.plan);
  if (orders.brief) orders.brief->learned = learn::method_lines(learned, bottleneck);
  return orders;
}

}  // namespace

Result<OpenedRun> begin_search(const OptimizeFlags& flags, Context& context) {
  BeginOrder order;
  TRY(settings, read_settings(flags));
  TRY(additions, read_additions(flags.compile, context.files));
  TRY(problem, problem_for(flags.problem, flags.dims, additions, context,
                           [](const std::string& text) { std::fputs(text.c_str(), stderr); }));
  order.problem = std::move(problem);
  order.settings = std::move(settings);
  order.settings.additions = std::move(additions);
  if (flags.commit) order.prepare = commit_planner(context);
  return begin_run(std::move(order), run_files(context));
}

Result<OpenedRun> resume_search(const std::string& folder, store::RunId run, const std::vector<std::string>& minds,
                                Context& context) {
  TRY(store, open_store(folder, context));
  TRY(latest, store.latest_run());
  if (!latest && run == 0) return bad_input("there is no run to resume", store.project().database());
  TRY(old, store.run(run > 0 ? run : latest->id));
  if (driver_of(old) == RunDriver::manual)
    return bad_input(fmt::format("run {} is not a search: it waits for submitted kernels", old.id), {},
                     "whet submit FILE, or whet finish");
  return take_up_run(std::move(store), old, run_files(context), minds);
}

EndedRun ended(OpenedRun& run, const OptimizeResult& result) {
  return {result, run.store, run.description.id, run.problem, run.note};
}

Result<OptimizeResult> search_kernel(OpenedRun& run, const RunOutput& output, Context& context) {
  const store::RunId id = run.description.id;
  TRY(archive, RunLedger::open(run.store, id, run.problem.source));
  // Before the worker opens the device, which need not be shared then.
  std::vector<std::string> notes;
  auto measured = calibration_for_device(run.settings.device, context, notes);
  for (const std::string& note : notes) run.note += (run.note.empty() ? "" : "; ") + note;
  TRY(worker, WorkerClient::start());
  const InterruptGuard interrupt(k_stopping);
  RunProgress progress(output, run.description, run.settings, context);
  SearchServices services{run.store, archive, *worker, *run.proposers.team, context.clock, context.knowledge};
  services.measured = std::move(measured);
  services.interrupted = [] { return InterruptGuard::asked(); };
  services.orders = [&] { return orders_for(run, context); };
  Compiler compiler({context.cache_directory, 1ull << 30, ""}, context.files, context.processes, context.clock);
  const CandidateBuilder builder(run.problem, run.settings.dims, run.architecture, compiler);
  services.builder = &builder;
  SearchProgress last;
  services.progress = [&](const SearchProgress& now) { progress.tell(last = now); };
  // A call that is under way when the time is up is given up.
  const double time_left = run.settings.most_seconds - archive.seconds_before();
  const int64_t end_ns = context.clock.monotonic_ns() + static_cast<int64_t>(1e9 * std::max(0.0, time_left));
  const auto stopped = [&context, end_ns] { return InterruptGuard::asked() || context.clock.monotonic_ns() > end_ns; };
  if (run.proposers.mind) {
    consult::CallServices calls = call_services(run, archive, stopped, context);
    calls.asking = [&](const std::string& mind) {
      last.now = "asking " + mind;
      progress.tell(last);
    };
    run.proposers.mind->calls().serve_with(std::move(calls));
  }
  SearchLoop loop(run.settings, run.problem, run.identity(), services);
  auto result = loop.run(run.problem.file);
  for (const std::string& warning : warnings_of(worker->sandbox(), "candidates"))
    run.note += (run.note.empty() ? "warning: " : "; warning: ") + warning;
  if (result) {
    TRY_VOID(note_minds(run, *result));
    return result;
  }
  Error error = std::move(result).error();
  (void)run.store.finish_run(id, store::RunState::interrupted, error.what);
  if (error.kind == ErrorKind::missing && !error.mend.empty())
    error.mend += fmt::format("; then `whet resume {}` continues", id);
  return error;
}

}  // namespace whet
