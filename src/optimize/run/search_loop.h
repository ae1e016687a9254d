// A run in which the tuner proposes: rounds of candidates, a leader, and at the end a champion that was checked and
// timed again on fresh data, with what each of its changes is worth.
//
//   open -> rounds (propose, judge, compare with the leader) -> confirm -> rounds again while there is time
//        -> ablate -> by size -> result
//
// Every step asks the ledger first, so that a run that was killed continues where it was.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "optimize/ablation/candidate_builder.h"
#include "optimize/run/active_run.h"
#include "optimize/score/stop.h"

namespace whet {

struct SearchProgress {
  size_t round = 0, candidates = 0;
  double best_speedup = 1;
  double seconds_left = 0;
  std::string now;  // "round 3: 8 candidates"
};

struct SearchServices {
  store::Store& store;
  RunLedger& ledger;
  WorkerClient& worker;
  Proposer& proposer;
  const Clock& clock;
  const Knowledge& knowledge;
  std::optional<MeasuredCeilings> measured = {};  // of the device, by `whet calibrate`
  std::function<void(const SearchProgress&)> progress = {};
  std::function<bool()> interrupted = [] { return false; };
  std::function<Orders()> orders = {};        // asked for once, if the proposer wants them
  const CandidateBuilder* builder = nullptr;  // for proofs in the machine code; nullptr: nothing is proven
};

class SearchLoop {
 public:
  SearchLoop(const OptimizeSettings& settings, const Problem& problem, const OptimizedRun& run,
             const SearchServices& services);
  SearchLoop(const SearchLoop&) = delete;
  SearchLoop& operator=(const SearchLoop&) = delete;

  // `problem_path` is what the worker loads.
  Result<OptimizeResult> run(const std::string& problem_path);

 private:
  // Why rounds end, and whether time is the only reason.
  struct Stop {
    std::string reason;
    bool is_time = false;
  };
  void report_progress(const std::string& now) const;
  LoopState loop_state() const;
  TimePlan::State time_state(size_t judged = 0) const;
  void limit_time();
  Result<void> search(OptimizeResult& result);
  Result<void> confirm(OptimizeResult& result);
  Result<Stop> rounds();
  Result<bool> round();  // false: there is nothing more to propose
  Result<std::vector<RunCandidate*>> judge_round(const std::vector<Proposal>& proposals);
  Result<void> record_outcomes(const std::vector<RunCandidate*>& candidates);
  ProposalVerdict verdict_of(const RunCandidate& candidate, const search::Outcome& outcome) const;
  void tell_leader();
  Result<void> challenge_leader(const std::vector<RunCandidate*>& candidates);
  Result<void> restart();
  std::string pause_name() const;
  bool has_more_time() const;
  Result<void> search_again();
  void report_cut(OptimizeResult& result) const;

  SearchServices services_;
  ActiveRun state_;
  size_t rounds_ = 0, stale_ = 0, restarts_ = 0;
  const RunCandidate* told_leader_ = nullptr;  // the one that the proposer knows; nullptr: none yet
  size_t paused_at_ = ~size_t{0};              // the round after which the search continued after a confirmation
};

}  // namespace whet
