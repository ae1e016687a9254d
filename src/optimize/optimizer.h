// The loop: rounds of candidates, a leader, and at the end a champion that was checked and timed again on fresh data,
// with what each of its changes is worth.
//
//   open -> rounds (propose, judge, compare with the leader) -> confirm -> ablate -> result
//
// Every step asks the archive first, so that a run which was killed goes on where it was.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "judge/floor.h"
#include "optimize/archive.h"
#include "optimize/run_dispatch.h"
#include "optimize/score.h"
#include "optimize/settings.h"
#include "util/clock.h"

namespace whet {

struct OptimizeProgress {
  size_t round = 0, candidates = 0;
  double best_speedup = 1;
  double seconds_left = 0;
  std::string now;  // "round 3: 8 candidates"
};

struct OptimizeServices {
  store::Store& store;
  Archive& archive;
  WorkerClient& worker;
  Proposer& proposer;
  const Clock& clock;
  const Knowledge& knowledge;
  std::function<void(const OptimizeProgress&)> progress = {};
  std::function<bool()> interrupted = [] { return false; };
};

struct OptimizedRun {
  store::RunId id = 0;
  store::KernelId kernel;
  store::Conditions conditions;
};

enum class OptimizeEnd : uint8_t {
  faster,          // a champion that is confirmed
  nothing_gained,  // the original stays
  bad_original,    // it is wrong, or fails
  stopped,         // by the user, before its end
};

struct OptimizeResult {
  OptimizeEnd end = OptimizeEnd::nothing_gained;
  std::string reason;
  ArchivedCandidate champion;                         // the original where nothing was gained
  OverallComparison comparison;                       // of the champion with the original, on fresh data
  double baseline_seconds = 0, champion_seconds = 0;  // over all cases
  double share_before = 0, share_after = 0;           // of the ceiling, at the first case; 0: not known
  size_t candidates = 0;
  double seconds = 0;
  Origin origin = Origin::modelled;
  std::optional<RunDispatch> dispatch;  // where sizes prefer different candidates
};

class Optimizer {
 public:
  Optimizer(OptimizeSettings settings, const Problem& problem, OptimizedRun run, OptimizeServices services)
      : settings_(std::move(settings)),
        problem_(problem),
        run_(std::move(run)),
        services_(std::move(services)),
        begin_ns_(services_.clock.monotonic_ns()) {}

  // `problem_path` is what the worker loads.
  Result<OptimizeResult> run(const std::string& problem_path);

  // The steps of run(), for those who bring the candidates themselves. open, then go_on where there is a leader
  // already.
  Result<void> open(const std::string& problem_path);
  Result<void> go_on(ArchivedCandidate& leader, std::vector<ArchivedCandidate*> tried);
  Result<void> lead(ArchivedCandidate& candidate);
  Result<void> confirm(OptimizeResult& result);
  Result<OptimizeResult> finish(OptimizeResult result);

  ArchivedCandidate& original() const { return *original_; }
  ArchivedCandidate& leader() const { return *leader_; }
  const std::vector<ScoredCase>& cases() const { return cases_; }
  const PhysicsFloor& floor() const { return floor_; }
  Origin origin() const { return origin_; }
  // Over all cases; of one that was left early, guessed from those it came to.
  double seconds_of(const WorkerVerdict& verdict) const;
  std::optional<store::Speedup> speedup_of(const WorkerVerdict& verdict) const;
  double share(double seconds) const;  // of the ceiling; 0: not known
  double seconds() const;              // that the run has taken

 private:
  // Told with every step.
  void tell(const std::string& now) const;

  std::string stop_reason() const;  // empty: go on
  Result<bool> round();             // false: there is nothing more to propose
  Result<void> learn(const std::vector<ArchivedCandidate*>& candidates);
  Result<void> follow(const std::vector<ArchivedCandidate*>& candidates);
  Result<void> restart();
  Result<void> ablate(OptimizeResult& result);
  Result<void> remember(const ArchivedCandidate& candidate, const std::optional<store::Speedup>& speedup);
  Result<std::optional<RunDispatch>> dispatch() const;

  std::vector<Incumbent> incumbents() const;
  search::Outcome outcome_of(const WorkerVerdict& verdict) const;

  OptimizeSettings settings_;
  const Problem& problem_;
  OptimizedRun run_;
  OptimizeServices services_;
  std::vector<ScoredCase> cases_;
  PhysicsFloor floor_;
  Origin origin_ = Origin::modelled;
  int architecture_ = 0;
  ArchivedCandidate* original_ = nullptr;
  ArchivedCandidate* leader_ = nullptr;
  std::vector<ArchivedCandidate*> tried_;
  size_t rounds_ = 0, stale_ = 0, restarts_ = 0;
  int64_t begin_ns_;
};

}  // namespace whet
