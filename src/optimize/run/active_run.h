// The state of a run, and the steps that every run has in common, whether the tuner proposes its kernels or a user
// submits them: it is opened, has a leader, confirms it on fresh data, looks for a table by size, and is finished.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "optimize/ablation/contest.h"
#include "optimize/ledger/run_lessons.h"
#include "optimize/optimize_result.h"
#include "optimize/score/settings.h"
#include "optimize/score/time_plan.h"

namespace whet {

struct RunServices {
  store::Store& store;
  RunLedger& ledger;
  WorkerClient& worker;
  const Clock& clock;
  const Knowledge& knowledge;
  std::optional<MeasuredCeilings> measured = {};        // of the device, by `whet calibrate`
  Proposal standard = {};                               // the original's own numbers
  std::function<void(const std::string&)> report = {};  // "confirming the champion on fresh data"
};

// Candidates that are faster than the champion at some size, by the times of screening.
struct SizeCandidates {
  DispatchedRun run;
  std::vector<RunCandidate*> timed;
  std::vector<size_t> suggested;  // indices into `timed`
};

class ActiveRun {
 public:
  ActiveRun(OptimizeSettings settings, const Problem& problem, OptimizedRun run, RunServices services);
  ActiveRun(const ActiveRun&) = delete;
  ActiveRun& operator=(const ActiveRun&) = delete;

  // Opens the worker on `problem_path` and judges the original, which then leads. The stored champion is not changed.
  // `check_seconds` limits the trials of a candidate; 0: the judge's own limit.
  Result<void> open(const std::string& problem_path, double check_seconds = 0);
  // Continues a run that was opened before, with its leader and the candidates tried so far.
  void continue_from(RunCandidate& leader, std::vector<RunCandidate*> tried);
  // Replays an interrupted run: its stored champion stays until the replay has passed all its leaders.
  void replay_leaders();
  void add_tried(RunCandidate& candidate) { tried_.push_back(&candidate); }
  Result<void> set_leader(RunCandidate& candidate);

  // Confirms the leader on data that no candidate has seen, unless it was confirmed before. If it fails, the last one
  // that was confirmed leads again; if its results are wrong, the next best is tried, as long as the run has time.
  enum class Limit : uint8_t { time_of_run, none };
  Result<void> confirm(OptimizeResult& result, Limit limit = Limit::time_of_run);
  Result<void> accept(RunCandidate& champion, const Confirmation& confirmation, OptimizeResult& result);
  // Looks for a table by size, stores the result and ends the run.
  Result<OptimizeResult> finish(OptimizeResult result);
  Result<SizeCandidates> size_candidates(store::CandidateId champion) const;
  // To confirm them.
  double dispatch_seconds(const SizeCandidates& by_size) const;

  const OptimizeSettings& settings() const { return settings_; }
  const RunServices& services() const { return services_; }
  RunCandidate& original() const { return *original_; }
  RunCandidate& leader() const { return *leader_; }
  bool has_leader() const { return leader_ != nullptr; }
  bool is_confirmed() const { return leader_ == confirmed_; }  // the leader was confirmed, or is the original
  bool wants_table() const;  // a candidate is better than the leader at some size, by the times of screening
  bool was_rejected() const { return was_rejected_; }  // the last confirmation failed
  const std::vector<RunCandidate*>& tried() const { return tried_; }
  Contest& contest() { return contest_; }
  const RunCosts& costs() const { return contest_.costs(); }
  RunLessons& lessons() { return lessons_; }
  const RunScale& scale() const { return contest_.scale(); }
  Origin origin() const { return scale().origin(); }
  double seconds_of(const CandidateVerdict& verdict) const { return scale().seconds_of(verdict); }
  TimePlan& time() { return time_; }
  const TimePlan& time() const { return time_; }
  double confirm_seconds() const { return confirm_seconds_; }  // of the last confirmation; 0: there was none
  double seconds() const;                                      // of the run so far
  bool has_time_for(double seconds) const { return this->seconds() + seconds <= settings_.most_seconds; }
  void report(const std::string& now) const;
  // The proposal without the numbers that are the original's.
  Proposal changes_in(Proposal proposal) const;
  // An error because the time was up becomes a dropped step of the result; other errors stay.
  Result<void> within_time(Result<void> done, OptimizeResult& result, const char* what) const;

 private:
  Result<void> confirm_leader(OptimizeResult& result);
  RunCandidate* next_best() const;
  Result<void> reject(const RunCandidate& champion, const Confirmation& confirmation, OptimizeResult& result);
  Result<void> find_dispatch(OptimizeResult& result);
  void leave_out(SizeCandidates& by_size, OptimizeResult& result) const;
  void sum_up(OptimizeResult& result) const;

  OptimizeSettings settings_;
  const Problem& problem_;
  OptimizedRun run_;
  RunServices services_;
  Contest contest_;
  RunLessons lessons_;
  int architecture_ = 0;
  RunCandidate* original_ = nullptr;
  RunCandidate* leader_ = nullptr;
  RunCandidate* confirmed_ = nullptr;  // the last leader that was confirmed, else the original
  std::vector<RunCandidate*> tried_;
  std::deque<store::CandidateId> to_replay_;  // leaders of the interrupted run that the replay has not reached yet
  int64_t begin_ns_;
  TimePlan time_;
  double confirm_seconds_ = 0;
  bool was_rejected_ = false;
  std::set<const RunCandidate*> wrong_;  // on fresh data
};

}  // namespace whet
