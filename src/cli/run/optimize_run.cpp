#include "cli/run/optimize_run.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "cli/frame/interrupt.h"
#include "cli/frame/secret_seed.h"
#include "cli/run/open_store.h"
#include "cli/run/outside_session.h"
#include "cli/run/version_commits.h"
#include "device/open/open_device.h"
#include "problem/data/resolve.h"
#include "store/project.h"

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
    "\r\033[K  stopping: the candidate at hand is judged to its end, and all is kept; Ctrl-C again ends at once\n";

// So many that compilers on all cores keep a GPU busy; on a virtual one judging takes the cores.
size_t usual_batch(const OpenedDevice& device) {
  constexpr unsigned k_virtual = 4, k_fewest = 8, k_most = 32;
  return device.as_virtual ? k_virtual : std::clamp(2 * std::thread::hardware_concurrency(), k_fewest, k_most);
}

Result<OptimizeSettings> read_settings(const OptimizeFlags& flags, const OpenedDevice& device) {
  OptimizeSettings settings;
  TRY(dims, parse_assignments(flags.dims, "--dims"));
  TRY(seed, read_seed(flags.seed));
  if (flags.seconds < 1) return bad_input("--seconds must be at least 1", "--seconds", "give 1 or more");
  if (flags.candidates < 1) return bad_input("--candidates must be at least 1", "--candidates", "give 1 or more");
  if (flags.patience < 1) return bad_input("--patience must be at least 1", "--patience", "give 1 or more");
  if (flags.batch < 0) return bad_input("--batch must be at least 1", "--batch", "give 1 or more");
  settings.device = device.device->facts().name;
  settings.dims = std::move(dims);
  settings.seed = seed;
  settings.strategy = flags.strategy;
  settings.batch = flags.batch > 0 ? static_cast<size_t>(flags.batch) : usual_batch(device);
  settings.most_candidates = static_cast<size_t>(flags.candidates);
  settings.most_seconds = flags.seconds;
  settings.patience = static_cast<size_t>(flags.patience);
  settings.declared = flags.declared;
  return settings;
}

store::Run describe_run(const Problem& problem, const store::KernelId& kernel, const OptimizeSettings& settings,
                        const DeviceFacts& facts) {
  store::Run run;
  run.kernel = kernel;
  run.entry = problem.entry;
  run.device = settings.device;
  run.gpu = facts.gpu.product.name;
  run.origin = facts.is_virtual ? store::TimeOrigin::modelled : store::TimeOrigin::measured;
  run.seed = settings.seed;
  run.settings = to_json(settings);
  return run;
}

store::Conditions conditions_of(const store::Run& run, const OptimizeSettings& settings) {
  return {run.gpu, run.origin, dims_text(settings), run.toolkit};
}

Result<std::unique_ptr<Tuner>> make_tuner(const Problem& problem, const OptimizeSettings& settings) {
  return Tuner::make(problem,
                     {settings.strategy, settings.seed, settings.most_candidates, !settings.declared, settings.starts});
}

}  // namespace

Result<RunSession> begin_session(const OptimizeFlags& flags, Context& context) {
  TRY(device, open_device(flags.device, {}, context.knowledge));
  TRY(settings, read_settings(flags, device));
  TRY(additions, read_additions(flags.compile, context.files));
  settings.additions = std::move(additions);
  TRY(problem, load_problem(flags.problem, context.files, settings.additions));
  TRY(tuner, make_tuner(problem, settings));
  TRY(plan, flags.commit ? plan_commits(problem, context) : Result<Json>(Json()));
  const store::Project project = store::project_of(problem.directory, context.files);
  TRY(store, store::Store::open(project, context.files));
  const store::KernelId kernel{store::path_in(project, problem.directory), problem.entry};
  TRY(lock, store.lock(kernel));
  store::Run description = describe_run(problem, kernel, settings, device.device->facts());
  TRY(known, store.memory_of(kernel));
  settings.starts = best_known(known, conditions_of(description, settings));
  if (!settings.starts.empty()) {
    TRY(begun, make_tuner(problem, settings));
    tuner = std::move(begun);
    description.settings = to_json(settings);
  }
  if (flags.commit) keep_plan(plan, description);
  TRY(run, store.begin_run(description, lock));
  return RunSession{
      std::move(problem), std::move(settings), std::move(tuner), std::move(store), std::move(lock), run, kernel,
      device.note};
}

Result<RunSession> resume_session(const std::string& folder, store::RunId run, Context& context) {
  TRY(store, open_store(folder, context));
  TRY(latest, store.latest_run());
  if (!latest && run == 0) return bad_input("there is no run to resume", store.project().database());
  TRY(old, store.run(run > 0 ? run : latest->id));
  if (driven_from_outside(old))
    return bad_input(fmt::format("run {} is driven from outside", old.id), {}, "whet submit FILE, or whet finish");
  TRY(settings, settings_from(old.settings));
  TRY(problem, load_problem(join_path(store.project().root, old.kernel.problem), context.files, settings.additions));
  TRY_VOID(check_unchanged(store, old, problem));
  TRY(tuner, make_tuner(problem, settings));
  TRY(lock, store.lock(old.kernel));
  TRY_VOID(store.resume(old.id, lock));
  return RunSession{std::move(problem), std::move(settings),
                    std::move(tuner),   std::move(store),
                    std::move(lock),    old.id,
                    old.kernel,         {}};
}

EndedRun ended(RunSession& session, const OptimizeResult& result) {
  return {result, session.store, session.run, session.problem, session.note};
}

Result<OptimizeResult> run_session(RunSession& session, const RunOutput& output, Context& context) {
  TRY(archive, Archive::open(session.store, session.run, session.problem.source));
  TRY(worker, WorkerClient::start());
  TRY(run, session.store.run(session.run));
  const InterruptGuard interrupt(k_stopping);
  RunProgress progress(output, run, session.settings, context);
  SearchServices services{session.store, archive, *worker, *session.tuner, context.clock, context.knowledge};
  services.interrupted = [] { return InterruptGuard::asked(); };
  services.progress = [&](const SearchProgress& now) { progress.tell(now); };
  const OptimizedRun optimized{session.run, session.kernel, conditions_of(run, session.settings)};
  SearchLoop loop(session.settings, session.problem, optimized, services);
  auto result = loop.run(session.problem.file);
  for (const std::string& warning : warnings_of(worker->sandbox(), "candidates"))
    session.note += (session.note.empty() ? "warning: " : "; warning: ") + warning;
  if (result) return result;
  Error error = std::move(result).error();
  (void)session.store.finish_run(session.run, store::RunState::interrupted, error.what);
  if (error.kind == ErrorKind::missing && !error.mend.empty())
    error.mend += fmt::format("; then `whet resume {}` goes on", session.run);
  return error;
}

}  // namespace whet
