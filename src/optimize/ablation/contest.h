// Judges and compares the candidates of a run, asks the ledger before the worker, and counts the costs.
#pragma once

#include "optimize/ledger/run_ledger.h"
#include "optimize/score/run_costs.h"
#include "optimize/score/run_scale.h"
#include "optimize/score/score.h"
#include "optimize/score/settings.h"
#include "util/clock.h"

namespace whet {

// Separates the seed of the search's data from other seeds of a run: the worker is opened with it, and gets it back
// after fresh data.
constexpr uint64_t k_search_data_number = 101;

// The result on fresh data for a candidate that was chosen on other data.
struct Confirmation {
  Outcome outcome = Outcome::inconclusive;  // wrong, invalid or failed, else the comparison's: `faster` is confirmed
  std::string reason;
  OverallComparison comparison;  // with the original; not set unless the candidate is sound

  bool confirmed() const { return outcome == Outcome::faster; }
};

class Contest {
 public:
  Contest(const OptimizeSettings& settings, RunLedger& ledger, WorkerClient& worker, const Clock& clock)
      : settings_(settings), ledger_(ledger), worker_(worker), clock_(clock), costs_(ledger.costs_before()) {}

  void measure_by(RunScale scale) { scale_ = std::move(scale); }
  const RunScale& scale() const { return scale_; }

  // With a leader, candidates that are clearly slower get fewer samples. `go_on` as in RunLedger::judge.
  Result<void> judge(const std::vector<RunCandidate*>& candidates, const RunCandidate* leader = nullptr,
                     const std::function<bool()>& go_on = {});
  // The second over the first; `name` as in RunLedger::compare.
  Result<CandidateComparison> compare(const std::string& name, RunCandidate& first, RunCandidate& second,
                                      const ComparePlan& plan = {});
  Result<OverallComparison> compare_overall(const std::string& name, RunCandidate& first, RunCandidate& second,
                                            const ComparePlan& plan = {});
  // Makes every trial on data that no candidate has seen. The data stays in use until `search_again`.
  Result<CandidateVerdict> examine(const RunCandidate& candidate);
  // The same, followed by a comparison with the original.
  Result<Confirmation> confirm(RunCandidate& candidate, RunCandidate& original);
  // The comparison of a confirmation, by case; the ledger knows it if there was one.
  Result<CandidateComparison> compare_confirmed(RunCandidate& candidate, RunCandidate& original);

  const RunCosts& costs() const { return costs_; }
  // Returns to the data and the few trials of rounds. The next confirmation has other fresh data.
  Result<void> search_again();
  // Only rounds are counted; a round whose candidates were all known costs nothing.
  void begin_round();
  void end_round();

 private:
  Result<void> renew();
  double seconds_since(int64_t begin_ns) const { return 1e-9 * static_cast<double>(clock_.monotonic_ns() - begin_ns); }

  const OptimizeSettings& settings_;
  RunLedger& ledger_;
  WorkerClient& worker_;
  const Clock& clock_;
  RunScale scale_;
  RunCosts costs_;
  std::optional<int64_t> round_began_ns_;
  size_t judged_before_ = 0;  // the round
  bool fresh_ = false;
  uint64_t searches_ = 0;  // after the first
};

}  // namespace whet
