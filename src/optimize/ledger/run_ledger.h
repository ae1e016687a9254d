// What a run has found out, kept in the store event by event before anything is made of it. A run that is resumed goes
// through the same steps again: what the archive knows is taken from there, and only the rest is asked of the worker.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "judge/worker_client.h"
#include "optimize/score/run_costs.h"
#include "propose/proposal.h"
#include "store/store.h"

namespace whet {

// A candidate of the run, known by what it is.
struct RunCandidate {
  store::CandidateId id = 0;
  int index = 0;  // within the run
  Proposal proposal;
  std::optional<CandidateVerdict> verdict;
};

// How a comparison is made.
struct ComparePlan {
  size_t of = 1;                 // so many are made for one decision
  Effort effort = Effort::full;  // quick: it only chooses who is tried further
};

class RunLedger {
 public:
  // Of a run that begins, or of one that is resumed with all its events.
  static Result<RunLedger> open(store::Store& store, store::RunId run, const std::string& original_source);

  // Where the candidate of a proposal is; made and stored when it is new. The pointer stays.
  Result<RunCandidate*> candidate(const Proposal& proposal, int round, std::optional<store::CandidateId> parent = {});
  const std::vector<std::unique_ptr<RunCandidate>>& candidates() const { return candidates_; }  // in their order
  RunCandidate* find(store::CandidateId id) const;  // nullptr: not of this run
  // Judges what was not judged; the verdicts are stored one by one. After each `go_on` is asked; those that are left
  // out then have no verdict.
  Result<void> judge(const std::vector<RunCandidate*>& candidates, const std::vector<Incumbent>& incumbents,
                     WorkerClient& worker, const std::function<bool()>& go_on = {});
  // What a verdict's times come to over all cases: the seconds that the store keeps of a candidate.
  void measure_by(std::function<double(const CandidateVerdict&)> seconds_of) { seconds_of_ = std::move(seconds_of); }
  // A verdict that came by another way, such as the original's.
  Result<void> take(RunCandidate& candidate, const CandidateVerdict& verdict);
  // The store's number of a round; begun when it is new.
  Result<int> round(int index, const std::string& proposer, store::CandidateId parent);
  // `name` tells comparisons of the same two for different reasons apart: "round", "confirmation", "ablation TILE".
  Result<CandidateComparison> compare(const std::string& name, RunCandidate& baseline, RunCandidate& candidate,
                                      WorkerClient& worker, const ComparePlan& plan = {});
  // Judges it anew, on whatever data the worker has now; `name` tells examinations apart.
  Result<CandidateVerdict> examine(const std::string& name, const RunCandidate& candidate, WorkerClient& worker);
  // Seconds that the run took before it was interrupted, and where they went.
  double seconds_before() const { return seconds_before_; }
  const RunCosts& costs_before() const { return costs_before_; }
  Result<void> note_time(double seconds, const RunCosts& costs);
  // Rounds that were begun before it was interrupted.
  size_t rounds_before() const { return rounds_before_; }
  // Those who led before it was interrupted, in their order.
  const std::vector<store::CandidateId>& leaders_before() const { return leaders_before_; }
  // An event for those who watch: "champion" once for each candidate, "result" once.
  Result<void> tell(const std::string& kind, const Json& data);
  // Anything else that must come out the same again: the first call stores what `make` gives, later ones give that.
  Result<Json> once(const std::string& name, const std::function<Result<Json>()>& make);
  bool knows(const std::string& name) const { return once_.contains(name); }  // of `once`

 private:
  RunLedger(store::Store& store, store::RunId run) : store_(&store), run_(run) {}
  void add(RunCandidate candidate);
  Result<void> read_events();
  Result<void> read_event(const store::Event& event);
  Result<void> store_verdict(RunCandidate& candidate, const CandidateVerdict& verdict);
  // A verdict with the worker's number of a candidate; one it does not have is judged again.
  Result<CandidateVerdict> in_worker(RunCandidate& candidate, WorkerClient& worker);
  Result<CandidateComparison> compared(RunCandidate& baseline, RunCandidate& candidate, WorkerClient& worker,
                                       const ComparePlan& plan);

  store::Store* store_;
  store::RunId run_;
  std::string original_source_;
  std::vector<std::unique_ptr<RunCandidate>> candidates_;
  std::unordered_map<std::string, RunCandidate*> by_proposal_;
  std::map<std::string, CandidateComparison> comparisons_;
  std::map<std::string, Json> once_;
  std::set<std::string> told_;
  std::map<store::CandidateId, uint64_t> worker_ids_;
  int rounds_ = 0;
  size_t rounds_before_ = 0;
  std::function<double(const CandidateVerdict&)> seconds_of_;
  double seconds_before_ = 0;
  RunCosts costs_before_;
  std::vector<store::CandidateId> leaders_before_;
};

// What a sent candidate looks like.
SentCandidate worker_candidate(const Proposal& proposal, const std::vector<Incumbent>& incumbents);

}  // namespace whet
