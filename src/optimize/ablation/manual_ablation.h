// What each edit of a submitted kernel is worth: it is taken out, and the rest is judged like any candidate.
#pragma once

#include <string>
#include <vector>

#include "optimize/ablation/candidate_builder.h"
#include "optimize/ablation/contest.h"
#include "optimize/ablation/edits.h"
#include "optimize/ledger/run_lessons.h"

namespace whet {

// One part of the leader: an edit that was taken out, or a method with the edit that implements it.
struct PartReport {
  store::Attribution attribution;
  std::string what;                         // the edit's place and first line
  std::string without;                      // outcome and reason of the kernel without it; empty: it is right
  Outcome outcome = Outcome::inconclusive;  // of the leader over the kernel without it
};

struct AblationReport {
  int candidate = 0, parent = 0;  // indices
  OverallComparison whole;        // the leader over its parent
  std::vector<PartReport> edits;  // the most valuable first; those that cannot be taken out last
  std::vector<PartReport> methods;
  Origin origin = Origin::modelled;
};

class ManualAblation {
 public:
  ManualAblation(Contest& contest, RunLedger& ledger, store::Store& store, const CandidateBuilder& builder,
                 RunLessons& lessons, const Knowledge& knowledge)
      : contest_(contest),
        ledger_(ledger),
        store_(store),
        builder_(builder),
        lessons_(lessons),
        knowledge_(knowledge) {}

  // The results are stored, and methods become lessons.
  Result<AblationReport> take_apart(RunCandidate& leader, RunCandidate& parent);

 private:
  Result<PartReport> ablate_edit(const Edit& edit, size_t number, RunCandidate& leader);
  Result<PartReport> judge_method(const std::string& method, const RunCandidate& leader, const RunCandidate& parent,
                                  const std::vector<Edit>& edits, const AblationReport& report);
  Result<void> store_parts(const std::vector<PartReport>& parts);

  Contest& contest_;
  RunLedger& ledger_;
  store::Store& store_;
  const CandidateBuilder& builder_;
  RunLessons& lessons_;
  const Knowledge& knowledge_;
};

// The run's candidate with this kernel, with any memo and methods; a new one is stored.
Result<RunCandidate*> candidate_of(const Proposal& proposal, int round, const RunCandidate& parent, RunLedger& ledger);

}  // namespace whet
