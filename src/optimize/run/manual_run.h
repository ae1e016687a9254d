// A run whose kernels a person or an agent writes and submits, one round at a time. Judge and store are those of a
// search.
//
//   open -> submit (a round) ... -> ablate (what each edit of the leader brings) -> finish (confirmed on fresh data)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "optimize/ablation/manual_ablation.h"
#include "optimize/ablation/proof.h"
#include "optimize/run/active_run.h"

namespace whet {

struct Submission {
  std::string file;  // as the user named it
  Proposal proposal;
};

// The result for one file.
struct SubmittedCandidate {
  std::string file;
  int index = 0;       // within the run
  bool known = false;  // judged before; the verdict is from the store
  CandidateVerdict verdict;
  std::optional<store::Speedup> over_original;
  std::optional<OverallComparison> against_leader;  // with the leader before this round; only if sound
  std::vector<MethodProof> proofs;
  bool leads = false;
};

struct RoundReport {
  int round = 0;
  int leader_before = 0, leader = 0;  // indices
  std::vector<SubmittedCandidate> candidates;
  double seconds = 0;  // of the leader, over all cases
  double speedup = 1;  // of the leader over the original
  double share = 0;    // of the ceiling; 0: not known
  Origin origin = Origin::modelled;
};

struct ManualServices {
  store::Store& store;
  RunLedger& ledger;
  WorkerClient& worker;
  Compiler& compiler;
  const Clock& clock;
  const Knowledge& knowledge;
  std::function<void(const std::string&)> progress = {};  // "checking fast.cu"
};

class ManualRun {
 public:
  ManualRun(const OptimizeSettings& settings, const Problem& problem, const OptimizedRun& run,
            Architecture architecture, const ManualServices& services);
  ManualRun(const ManualRun&) = delete;
  ManualRun& operator=(const ManualRun&) = delete;

  // Opens the worker and judges the original unless the store has its verdict; the leader is the one of the last
  // command.
  Result<void> open();
  // An unknown method is an error, before anything is judged.
  Result<RoundReport> submit(const std::vector<Submission>& files);
  // It is an error if the original leads.
  Result<AblationReport> ablate();
  Result<OptimizeResult> finish();

  const ActiveRun& state() const { return state_; }

 private:
  Result<SubmittedCandidate> submit_one(const Submission& submission, int round, RunCandidate& leader);
  bool beats(const SubmittedCandidate& candidate, const RunCandidate& leader) const;
  Result<void> remember(const Submission& submission, const SubmittedCandidate& found);
  Result<RunCandidate*> candidate_of(store::CandidateId id) const;

  const Problem& problem_;
  OptimizedRun run_;
  ManualServices services_;
  CandidateBuilder builder_;
  ActiveRun state_;
};

}  // namespace whet
