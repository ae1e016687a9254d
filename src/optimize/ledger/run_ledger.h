// What a run has found out. Every event is stored before the run acts on it. A resumed run repeats the same steps: the
// ledger answers what it knows, and only the rest is asked of the worker.
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

// A candidate of the run; two equal proposals are one candidate.
struct RunCandidate {
  store::CandidateId id = 0;
  int index = 0;  // within the run
  Proposal proposal;
  std::optional<CandidateVerdict> verdict;
};

// How a comparison is made.
struct ComparePlan {
  size_t of = 1;                 // comparisons made for one decision; they share the risk of error
  Effort effort = Effort::full;  // quick: it only chooses what is tried further
};

class RunLedger {
 public:
  // Opens a new run, or an interrupted one with all its events.
  static Result<RunLedger> open(store::Store& store, store::RunId run, const std::string& original_source);

  // The candidate of a proposal; a new one is stored. The pointer stays valid.
  Result<RunCandidate*> candidate(const Proposal& proposal, int round, std::optional<store::CandidateId> parent = {});
  const std::vector<std::unique_ptr<RunCandidate>>& candidates() const { return candidates_; }  // oldest first
  RunCandidate* find(store::CandidateId id) const;  // nullptr: not of this run
  // Judges the candidates that have no verdict; each verdict is stored as it comes. `go_on` is asked after each; when
  // it returns false, the remaining candidates keep no verdict.
  Result<void> judge(const std::vector<RunCandidate*>& candidates, const std::vector<Incumbent>& incumbents,
                     WorkerClient& worker, const std::function<bool()>& go_on = {});
  // How the times of a verdict become one figure over all cases: the seconds that the store keeps of a candidate.
  void measure_by(std::function<double(const CandidateVerdict&)> seconds_of) { seconds_of_ = std::move(seconds_of); }
  // Stores a verdict that did not come from `judge`, such as the original's.
  Result<void> take(RunCandidate& candidate, const CandidateVerdict& verdict);
  // The store's number of a round; a new round is stored.
  Result<int> round(int index, const std::string& proposer, store::CandidateId parent);
  // `name` distinguishes comparisons of the same two for different reasons: "round", "confirmation", "ablation TILE".
  Result<CandidateComparison> compare(const std::string& name, RunCandidate& baseline, RunCandidate& candidate,
                                      WorkerClient& worker, const ComparePlan& plan = {});
  // Judges it again, on the data that the worker has now; `name` distinguishes examinations.
  Result<CandidateVerdict> examine(const std::string& name, const RunCandidate& candidate, WorkerClient& worker);
  // Seconds that the run took before it was interrupted, and where they went.
  double seconds_before() const { return seconds_before_; }
  const RunCosts& costs_before() const { return costs_before_; }
  Result<void> note_time(double seconds, const RunCosts& costs);
  // Rounds that were begun before it was interrupted.
  size_t rounds_before() const { return rounds_before_; }
  // The leaders before it was interrupted, oldest first.
  const std::vector<store::CandidateId>& leaders_before() const { return leaders_before_; }
  // Stores an event for programs that follow the run: "champion" once for each candidate, "result" once.
  Result<void> tell(const std::string& kind, const Json& data);
  // For anything else that a resumed run must repeat: the first call stores the value of `make`, later calls return it.
  Result<Json> once(const std::string& name, const std::function<Result<Json>()>& make);
  bool knows(const std::string& name) const { return once_.contains(name); }  // whether `once` has it

 private:
  RunLedger(store::Store& store, store::RunId run) : store_(&store), run_(run) {}
  void add(RunCandidate candidate);
  Result<void> read_events();
  Result<void> read_event(const store::Event& event);
  Result<void> store_verdict(RunCandidate& candidate, const CandidateVerdict& verdict);
  // A verdict with the worker's number of the candidate; if the worker does not hold it, it is judged again.
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

// A proposal as it is sent to the worker.
SentCandidate worker_candidate(const Proposal& proposal, const std::vector<Incumbent>& incumbents);

}  // namespace whet
