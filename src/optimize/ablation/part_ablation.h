// Where the gain of an edited kernel comes from: each of its edits is left out alone, and what is lost by that is what
// the edit is worth. What an edit claims to leave in the machine code is looked for there.
//
//   champion restrict + coarsen 4     without restrict 0.71x: effective     without coarsen 4 1.00x: ineffective
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "optimize/ablation/ablation.h"
#include "optimize/ablation/candidate_builder.h"

namespace whet {

struct AblatedPart {
  ProposalPart part;
  store::Attribution attribution;
};

class PartAblation {
 public:
  // Without a builder nothing is proven.
  PartAblation(Contest& contest, RunLedger& ledger, store::Store& store, const Proposer& proposer, AblationRules rules,
               const CandidateBuilder* builder, const Knowledge& knowledge)
      : contest_(contest),
        ledger_(ledger),
        store_(store),
        proposer_(proposer),
        rules_(std::move(rules)),
        builder_(builder),
        knowledge_(knowledge) {}

  // In the order of the edits; the results are also in the store.
  Result<std::vector<AblatedPart>> take_apart(RunCandidate& champion, RunCandidate& original);
  size_t left_out() const { return left_out_; }  // parts that the last call did not try
  // The champion without its ineffective parts, if that is no slower.
  Result<SimplerCandidate> simplify(RunCandidate& champion, const std::vector<AblatedPart>& parts);

 private:
  Result<AblatedPart> leave_out(const ProposalPart& part, RunCandidate& champion, RunCandidate& original);
  // "proven by memory.vectorized_access: wide 4, parent 0", or that it is not.
  std::string evidence_of(const ProposalPart& part, const Proposal& with, const Proposal& without) const;

  Contest& contest_;
  RunLedger& ledger_;
  store::Store& store_;
  const Proposer& proposer_;
  AblationRules rules_;
  const CandidateBuilder* builder_;
  const Knowledge& knowledge_;
  size_t left_out_ = 0;
};

}  // namespace whet
