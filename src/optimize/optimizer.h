// The loop: rounds of candidates, a leader, and at the end a champion that was checked and timed again on fresh data,
// with what each of its changes is worth.
//
//   open -> rounds (propose, judge, compare with the leader) -> confirm -> ablate -> by size -> result
//
// Every step asks the archive first, so that a run which was killed goes on where it was.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "optimize/ablation/ablation.h"
#include "optimize/ablation/arena.h"
#include "optimize/archive/run_memory.h"
#include "optimize/optimize_result.h"
#include "optimize/score/settings.h"
#include "optimize/score/stop.h"
#include "optimize/score/time_plan.h"

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

class Optimizer {
 public:
  Optimizer(OptimizeSettings settings, const Problem& problem, OptimizedRun run, OptimizeServices services);
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  // `problem_path` is what the worker loads.
  Result<OptimizeResult> run(const std::string& problem_path);

  // The steps of run(), for those who bring the candidates themselves: open, which leaves the run's champion as it is,
  // then lead or go_on.
  Result<void> open(const std::string& problem_path);
  void go_on(ArchivedCandidate& leader, std::vector<ArchivedCandidate*> tried);
  Result<void> lead(ArchivedCandidate& candidate);
  Result<void> confirm(OptimizeResult& result);
  Result<OptimizeResult> finish(OptimizeResult result);

  ArchivedCandidate& original() const { return *original_; }
  ArchivedCandidate& leader() const { return *leader_; }
  Arena& arena() { return arena_; }
  RunMemory& memory() { return memory_; }
  const Yardstick& yardstick() const { return arena_.yardstick(); }
  const PhysicsFloor& floor() const { return yardstick().floor(); }
  Origin origin() const { return yardstick().origin(); }
  double seconds_of(const WorkerVerdict& verdict) const { return yardstick().seconds_of(verdict); }
  double share(double seconds) const { return yardstick().share(seconds); }
  const RunCosts& costs() const { return arena_.costs(); }
  double seconds() const;  // that the run has taken

 private:
  // Told with every step.
  void tell(const std::string& now) const;

  LoopState state() const;
  // Why rounds end, and whether it is for time alone.
  struct Stop {
    std::string reason;
    bool is_time = false;
  };
  Result<void> search(OptimizeResult& result);
  Result<Stop> rounds();
  std::string pause_name() const;
  bool has_more_time() const;
  Result<void> search_again();
  void limit_time();
  Result<void> within_time(Result<void> done, OptimizeResult& result, const char* what) const;
  void tell_cut(OptimizeResult& result) const;
  Proposal changes_in(Proposal proposal) const;
  Result<bool> round();  // false: there is nothing more to propose
  Result<std::vector<ArchivedCandidate*>> judge_round(const std::vector<Proposal>& proposals);
  Result<void> learn(const std::vector<ArchivedCandidate*>& candidates);
  Result<void> follow(const std::vector<ArchivedCandidate*>& candidates);
  Result<void> restart();
  // The champion is what `result` says; its figures are of fresh data.
  Result<void> accept(ArchivedCandidate& champion, const Confirmation& confirmation, OptimizeResult& result);
  Result<void> refuse(const ArchivedCandidate& champion, const Confirmation& confirmation, OptimizeResult& result);
  // Whether the rest of the seconds is enough for this; while a run is driven from outside it always is.
  bool has_time_for(double seconds) const;
  Result<void> ablate(OptimizeResult& result);
  Result<void> simplify(const SimplerCandidate& simpler, size_t worthless, Ablation& ablation, OptimizeResult& result);
  Result<void> find_dispatch(OptimizeResult& result);
  struct SizeCandidates {
    DispatchedRun run;
    std::vector<ArchivedCandidate*> timed;
    std::vector<size_t> suggested;
  };
  Result<SizeCandidates> size_candidates(store::CandidateId champion) const;

  OptimizeSettings settings_;
  const Problem& problem_;
  OptimizedRun run_;
  OptimizeServices services_;
  Arena arena_;
  RunMemory memory_;
  int architecture_ = 0;
  ArchivedCandidate* original_ = nullptr;
  ArchivedCandidate* leader_ = nullptr;
  ArchivedCandidate* confirmed_ = nullptr;  // the last leader that was, else the original
  std::vector<ArchivedCandidate*> tried_;
  std::deque<store::CandidateId> to_pass_;  // who led before a resumed run was interrupted
  size_t rounds_ = 0, stale_ = 0, restarts_ = 0;
  int64_t begin_ns_;
  TimePlan time_;
  double confirm_seconds_ = 0;     // that the champion's confirmation took
  bool was_refused_ = false;       // a leader, by its confirmation
  size_t paused_at_ = ~size_t{0};  // the round after which the search went on after a confirmation
  bool drives_itself_ = false;     // run() was called: its seconds are limited
};

}  // namespace whet
