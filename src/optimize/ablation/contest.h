// Where the candidates of a run meet: they are judged and compared, what the archive knows is not asked again, and what
// it costs is counted.
#pragma once

#include "optimize/ledger/run_ledger.h"
#include "optimize/score/run_costs.h"
#include "optimize/score/run_scale.h"
#include "optimize/score/score.h"
#include "optimize/score/settings.h"
#include "util/clock.h"

namespace whet {

// What fresh data say of a candidate that was chosen on other data.
struct Confirmation {
  Outcome outcome = Outcome::inconclusive;  // wrong, invalid or failed; else of the comparison: `faster` is confirmed
  std::string reason;
  OverallComparison comparison;  // with the original; meaningless unless it is sound

  bool confirmed() const { return outcome == Outcome::faster; }
};

class Contest {
 public:
  Contest(const OptimizeSettings& settings, RunLedger& ledger, WorkerClient& worker, const Clock& clock)
      : settings_(settings), ledger_(ledger), worker_(worker), clock_(clock), costs_(ledger.costs_before()) {}

  void measure_by(RunScale scale) { scale_ = std::move(scale); }
  const RunScale& scale() const { return scale_; }

  // With a leader, candidates that are clearly slower than it are left early. `go_on` as for the archive.
  Result<void> judge(const std::vector<RunCandidate*>& candidates, const RunCandidate* leader = nullptr,
                     const std::function<bool()>& go_on = {});
  // The second over the first; `name` as for the archive.
  Result<CandidateComparison> compare(const std::string& name, RunCandidate& first, RunCandidate& second,
                                      const ComparePlan& plan = {});
  Result<OverallComparison> compare_overall(const std::string& name, RunCandidate& first, RunCandidate& second,
                                            const ComparePlan& plan = {});
  // On data that no candidate has seen: every trial. Data stay fresh for all that follows.
  Result<CandidateVerdict> examine(const RunCandidate& candidate);
  // The same, and then against the original.
  Result<Confirmation> confirm(RunCandidate& candidate, RunCandidate& original);

  const RunCosts& costs() const { return costs_; }
  // Rounds go on after a confirmation: with their own data and few trials. The next confirmation has other fresh data.
  Result<void> search_again();
  // Costs are those of rounds; one whose candidates were all known costs nothing.
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
