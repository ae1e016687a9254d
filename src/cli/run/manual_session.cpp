#include "cli/run/manual_session.h"

#include <fmt/format.h>

#include "cli/run/open_store.h"
#include "cli/run/version_commits.h"
#include "util/self.h"

namespace whet {

namespace {

Result<store::Run> waiting_run(store::Store& store, int wanted) {
  if (wanted > 0) {
    TRY(run, store.run(wanted));
    if (driver_of(run) != RunDriver::manual)
      return bad_input(fmt::format("run {} is a search, which accepts no submitted kernels", wanted), {},
                       fmt::format("whet resume {}", wanted));
    if (!store::can_resume(run.state))
      return bad_input(fmt::format("run {} is {}", wanted, name_of(run.state)), {},
                       "begin another: whet start PROBLEM");
    return run;
  }
  TRY(runs, store.runs());
  for (const store::Run& run : runs) {
    if (driver_of(run) == RunDriver::manual && store::can_resume(run.state)) return run;
  }
  return bad_input("no unfinished run of submitted kernels is here", store.project().database(),
                   "begin one: whet start PROBLEM");
}

}  // namespace

ManualSession::ManualSession(OpenedRun opened, Context& context)
    : context_(context),
      line_(context.clock),
      opened_(std::move(opened)),
      processes_(context.processes, own_path()),
      compiler_(confined_options(context.cache_directory), context.files, processes_, context.clock) {}

Result<std::unique_ptr<ManualSession>> ManualSession::open(OpenedRun opened, Context& context) {
  std::unique_ptr<ManualSession> session(new ManualSession(std::move(opened), context));
  TRY_VOID(session->open_worker());
  return session;
}

Result<std::unique_ptr<ManualSession>> ManualSession::start(const std::string& path, OptimizeSettings settings,
                                                            bool commit, Context& context) {
  BeginOrder order{path, std::move(settings), RunDriver::manual};
  if (commit) order.prepare = commit_planner(context);
  TRY(opened, begin_run(std::move(order), run_files(context)));
  return open(std::move(opened), context);
}

Result<std::unique_ptr<ManualSession>> ManualSession::go_on(const std::string& folder, int wanted, Context& context) {
  TRY(store, open_store(folder.empty() ? "." : folder, context));
  TRY(run, waiting_run(store, wanted));
  TRY(opened, take_up_run(std::move(store), run, run_files(context)));
  return open(std::move(opened), context);
}

Result<void> ManualSession::open_worker() {
  TRY(archive, RunLedger::open(opened_.store, description().id, opened_.problem.source));
  archive_ = std::make_unique<RunLedger>(std::move(archive));
  TRY(worker, WorkerClient::start());
  worker_ = std::move(worker);
  run_ = std::make_unique<ManualRun>(
      opened_.settings, opened_.problem, opened_.identity(), opened_.architecture,
      ManualServices{opened_.store, *archive_, *worker_, compiler_, context_.clock, context_.knowledge,
                     [this](const std::string& now) { line_.begin(now); }});
  return run_->open();
}

ManualSession::~ManualSession() {
  if (finished_) return;
  if (run_) (void)archive_->note_time(run_->state().seconds(), run_->state().costs());
  (void)opened_.store.pause_run(description().id);
}

ManualRunName ManualSession::name() const {
  const auto here = store::find_project(".", context_.files);
  const bool found = here && here->root == opened_.store.project().root;
  return {description().id, description().kernel.kernel, description().device,
          found ? "" : " --project " + opened_.store.project().root};
}

}  // namespace whet
