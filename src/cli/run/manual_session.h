// What `start`, `submit`, `ablate` and `finish` share: they open the run, its lock and its worker, and release them.
#pragma once

#include <memory>

#include "cli/frame/command.h"
#include "cli/frame/progress.h"
#include "judge/sandbox/confined_compiler.h"
#include "optimize/run/manual_run.h"
#include "optimize/run/opened_run.h"
#include "report/optimize/manual_view.h"

namespace whet {

// A run whose kernels are submitted by a user. The lock is held while this object lives; afterwards the run waits,
// unless it was finished.
class ManualSession {
 public:
  static Result<std::unique_ptr<ManualSession>> start(const std::string& problem, OptimizeSettings settings,
                                                      bool commit, Context& context);
  // Opens run `run`, or the newest unfinished one if it is 0, of the project that holds `folder`.
  static Result<std::unique_ptr<ManualSession>> go_on(const std::string& folder, int run, Context& context);
  ~ManualSession();
  ManualSession(const ManualSession&) = delete;
  ManualSession& operator=(const ManualSession&) = delete;

  ManualRun& run() { return *run_; }
  store::Store& store() { return opened_.store; }
  const Problem& problem() const { return opened_.problem; }
  const store::Run& description() const { return opened_.description; }
  ManualRunName name() const;
  void finished() { finished_ = true; }
  // Must be called before anything else is written to the terminal.
  void end_progress() { line_.clear(); }

 private:
  ManualSession(OpenedRun opened, Context& context);
  static Result<std::unique_ptr<ManualSession>> open(OpenedRun opened, Context& context);
  Result<void> open_worker();

  Context& context_;
  ProgressLine line_;
  OpenedRun opened_;
  ConfinedProcessRunner processes_;
  Compiler compiler_;
  std::unique_ptr<RunLedger> archive_;
  std::unique_ptr<WorkerClient> worker_;
  std::unique_ptr<ManualRun> run_;
  bool finished_ = false;
};

}  // namespace whet
