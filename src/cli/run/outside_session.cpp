#include "cli/run/outside_session.h"

#include <fmt/format.h>

#include "cli/run/open_store.h"
#include "cli/run/version_commits.h"
#include "device/open/open_device.h"
#include "util/self.h"

namespace whet {

namespace {

constexpr const char* k_driver = "driver";

Result<store::Run> waiting_run(store::Store& store, int wanted) {
  if (wanted > 0) {
    TRY(run, store.run(wanted));
    if (!driven_from_outside(run))
      return bad_input(fmt::format("run {} drives itself", wanted), {}, fmt::format("whet resume {}", wanted));
    if (!store::can_resume(run.state))
      return bad_input(fmt::format("run {} is {}", wanted, name_of(run.state)), {},
                       "begin another: whet start PROBLEM");
    return run;
  }
  TRY(runs, store.runs());
  for (const store::Run& run : runs) {
    if (driven_from_outside(run) && store::can_resume(run.state)) return run;
  }
  return bad_input("no run waits here", store.project().database(), "begin one: whet start PROBLEM");
}

}  // namespace

std::string dims_text(const OptimizeSettings& settings) {
  std::string text;
  for (const auto& [name, value] : settings.dims) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

bool driven_from_outside(const store::Run& run) {
  const Json* const driver = run.settings.find(k_driver);
  return driver && driver->as_string() && *driver->as_string() == "outside";
}

OutsideSession::OutsideSession(Problem problem, OptimizeSettings settings, store::Store store, store::RunLock lock,
                               Context& context)
    : context_(context),
      line_(context.clock),
      problem_(std::move(problem)),
      settings_(std::move(settings)),
      store_(std::move(store)),
      lock_(std::move(lock)),
      processes_(context.processes, own_path()),
      compiler_(confined_options(context.cache_directory), context.files, processes_, context.clock) {}

Result<std::unique_ptr<OutsideSession>> OutsideSession::start(const std::string& path, OptimizeSettings settings,
                                                              bool commit, Context& context) {
  TRY(problem, load_problem(path, context.files, settings.additions));
  TRY(device, open_device(settings.device, {}, context.knowledge));
  const DeviceFacts facts = device.device->facts();
  settings.device = facts.name;
  TRY(plan, commit ? plan_commits(problem, context) : Result<Json>(Json()));
  const store::Project project = store::project_of(problem.directory, context.files);
  TRY(store, store::Store::open(project, context.files));
  store::Run run;
  run.kernel = {store::path_in(project, problem.directory), problem.entry};
  run.entry = problem.entry;
  run.device = settings.device;
  run.gpu = facts.gpu.product.name;
  run.origin = facts.is_virtual ? store::TimeOrigin::modelled : store::TimeOrigin::measured;
  run.seed = settings.seed;
  run.settings = to_json(settings);
  run.settings[k_driver] = "outside";
  if (commit) keep_plan(plan, run);
  TRY(lock, store.lock(run.kernel));
  TRY(id, store.begin_run(run, lock));
  std::unique_ptr<OutsideSession> session(
      new OutsideSession(std::move(problem), std::move(settings), std::move(store), std::move(lock), context));
  TRY_VOID(session->open(id, facts.architecture));
  return session;
}

Result<std::unique_ptr<OutsideSession>> OutsideSession::go_on(const std::string& folder, int wanted, Context& context) {
  TRY(store, open_store(folder.empty() ? "." : folder, context));
  TRY(run, waiting_run(store, wanted));
  TRY(settings, settings_from(run.settings));
  TRY(problem, load_problem(join_path(store.project().root, run.kernel.problem), context.files, settings.additions));
  TRY_VOID(check_unchanged(store, run, problem));
  TRY(device, open_device(settings.device, {}, context.knowledge));
  TRY(lock, store.lock(run.kernel));
  TRY_VOID(store.resume(run.id, lock));
  const Architecture architecture = device.device->facts().architecture;
  std::unique_ptr<OutsideSession> session(
      new OutsideSession(std::move(problem), std::move(settings), std::move(store), std::move(lock), context));
  TRY_VOID(session->open(run.id, architecture));
  return session;
}

Result<void> OutsideSession::open(store::RunId id, Architecture architecture) {
  TRY(description, store_.run(id));
  description_ = std::move(description);
  TRY(archive, Archive::open(store_, id, problem_.source));
  archive_ = std::make_unique<Archive>(std::move(archive));
  TRY(worker, WorkerClient::start());
  worker_ = std::move(worker);
  const OptimizedRun run{
      id, description_.kernel, {description_.gpu, description_.origin, dims_text(settings_), description_.toolkit}};
  run_ = std::make_unique<OutsideRun>(
      settings_, problem_, run, architecture,
      OutsideServices{store_, *archive_, *worker_, compiler_, context_.clock, context_.knowledge,
                      [this](const std::string& now) { line_.begin(now); }});
  return run_->open();
}

OutsideSession::~OutsideSession() {
  if (finished_ || description_.id == 0) return;
  if (run_) (void)archive_->note_time(run_->state().seconds(), run_->state().costs());
  (void)store_.pause_run(description_.id);
}

OutsideRunName OutsideSession::name() const {
  const auto here = store::find_project(".", context_.files);
  const bool found = here && here->root == store_.project().root;
  return {description_.id, description_.kernel.kernel, description_.device,
          found ? "" : " --project " + store_.project().root};
}

}  // namespace whet
