// What `start`, `submit`, `ablate` and `finish` share: they open the run, its lock and its worker, and release them.
#pragma once

#include <memory>

#include "cli/frame/command.h"
#include "cli/frame/progress.h"
#include "judge/sandbox/confined_compiler.h"
#include "optimize/run/manual_run.h"
#include "report/optimize/outside_view.h"

namespace whet {

// A run whose kernels are submitted by a user. The lock is held while this object lives; afterwards the run waits,
// unless it was finished.
class OutsideSession {
 public:
  static Result<std::unique_ptr<OutsideSession>> start(const std::string& problem, OptimizeSettings settings,
                                                       bool commit, Context& context);
  // Opens run `run`, or the newest unfinished one if it is 0, of the project that holds `folder`.
  static Result<std::unique_ptr<OutsideSession>> go_on(const std::string& folder, int run, Context& context);
  ~OutsideSession();
  OutsideSession(const OutsideSession&) = delete;
  OutsideSession& operator=(const OutsideSession&) = delete;

  OutsideRun& run() { return *run_; }
  store::Store& store() { return store_; }
  const Problem& problem() const { return problem_; }
  const store::Run& description() const { return description_; }
  OutsideRunName name() const;
  void finished() { finished_ = true; }
  // Must be called before anything else is written to the terminal.
  void end_progress() { line_.clear(); }

 private:
  OutsideSession(Problem problem, OptimizeSettings settings, store::Store store, store::RunLock lock, Context& context);
  Result<void> open(store::RunId run, Architecture architecture);

  Context& context_;
  ProgressLine line_;
  Problem problem_;
  OptimizeSettings settings_;
  store::Store store_;
  store::RunLock lock_;
  store::Run description_;
  ConfinedProcessRunner processes_;
  Compiler compiler_;
  std::unique_ptr<Archive> archive_;
  std::unique_ptr<WorkerClient> worker_;
  std::unique_ptr<OutsideRun> run_;
  bool finished_ = false;
};

// The sizes of a run that differ from its problem's: "n=1024 m=8".
std::string dims_text(const OptimizeSettings& settings);

// Whether a run's settings say that its kernels are submitted by a user.
bool driven_from_outside(const store::Run& run);

}  // namespace whet
