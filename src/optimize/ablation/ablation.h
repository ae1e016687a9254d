// Where a champion's gain comes from: each tunable that it changed is put back alone, and what is lost by that is what
// the change is worth. Changes that bring nothing are taken back.
//
//   champion TILE 16 -> 32, UNROLL 1 -> 4      without TILE 0.70x: effective      without UNROLL 1.00x: ineffective
//   champion with UNROLL 1 is no slower        ->  it becomes the champion
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "optimize/ablation/attribution.h"
#include "optimize/ablation/contest.h"
#include "store/store.h"

namespace whet {

// One changed tunable of a champion.
struct AblatedNumber {
  std::string name;
  int64_t usual = 0;  // the original's value
  store::Attribution attribution;
};

struct AblationRules {
  std::function<void(const std::string&)> tell;
  std::function<bool()> go_on = [] { return true; };  // asked before each tunable
  double margin = 0.01;                               // a modelled gain below it counts as none
};

struct SimplerCandidate {
  RunCandidate* candidate = nullptr;      // nullptr: the champion stays as it is
  std::vector<std::string> taken_back;    // "UNROLL 1 -> 4"
  std::optional<OverallComparison> last;  // the last simpler candidate that was tried, over the champion
};

class Ablation {
 public:
  Ablation(Contest& contest, RunLedger& ledger, store::Store& store, const Proposer& proposer, AblationRules rules)
      : contest_(contest), ledger_(ledger), store_(store), proposer_(proposer), rules_(std::move(rules)) {}

  // Ordered by name; the results are also in the store.
  Result<std::vector<AblatedNumber>> take_apart(RunCandidate& champion);
  size_t left_out() const { return left_out_; }  // tunables that the last call did not try
  // The champion without its ineffective changes: without all of them if that is no slower, else as many are put back
  // one after another as possible.
  Result<SimplerCandidate> simplify(RunCandidate& champion, const std::vector<AblatedNumber>& parts);

 private:
  Result<AblatedNumber> put_back(const std::string& name, int64_t usual, RunCandidate& champion);
  // The candidate if it may replace the champion, else nullptr.
  Result<RunCandidate*> as_good(const Proposal& simpler, RunCandidate& champion, SimplerCandidate& found);

  Contest& contest_;
  RunLedger& ledger_;
  store::Store& store_;
  const Proposer& proposer_;
  AblationRules rules_;
  size_t left_out_ = 0;
};

// "2 changes taken back: they brought nothing", or why `kept` changes stay: `without` all of them it was slower.
std::string simplification_text(size_t taken_back, size_t kept, const std::optional<OverallComparison>& without,
                                Origin origin);

std::vector<AblatedNumber> ineffective(const std::vector<AblatedNumber>& parts);

}  // namespace whet
