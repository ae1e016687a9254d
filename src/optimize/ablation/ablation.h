// Where a champion's gain comes from: each number it changed is put back alone, and what it loses by that is what the
// number is worth. What brings nothing is put back for good.
//
//   champion TILE 16 -> 32, UNROLL 1 -> 4      without TILE 0.70x: effective      without UNROLL 1.00x: ineffective
//   champion with UNROLL 1 is no slower        ->  it takes the champion's place
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "optimize/ablation/attribution.h"
#include "optimize/ablation/contest.h"
#include "store/store.h"

namespace whet {

// One changed number of a champion.
struct AblatedNumber {
  std::string name;
  int64_t usual = 0;  // what it was
  store::Attribution attribution;
};

struct AblationRules {
  std::function<void(const std::string&)> tell;
  std::function<bool()> go_on = [] { return true; };  // asked before each number
  double margin = 0.01;                               // a change that a model says brings less is taken for none
};

struct SimplerCandidate {
  RunCandidate* candidate = nullptr;      // nullptr: the champion stays as it is
  std::vector<std::string> taken_back;    // "UNROLL 1 -> 4"
  std::optional<OverallComparison> last;  // of the last that was tried, over the champion
};

class Ablation {
 public:
  Ablation(Contest& contest, RunLedger& ledger, store::Store& store, const Proposer& proposer, AblationRules rules)
      : contest_(contest), ledger_(ledger), store_(store), proposer_(proposer), rules_(std::move(rules)) {}

  // In the order of names; what was found is in the store.
  Result<std::vector<AblatedNumber>> take_apart(RunCandidate& champion);
  size_t left_out() const { return left_out_; }  // by the last call
  // The champion without what is ineffective: all of it where that is no slower, else as much as can be put back one
  // after the other.
  Result<SimplerCandidate> simplify(RunCandidate& champion, const std::vector<AblatedNumber>& parts);

 private:
  Result<AblatedNumber> put_back(const std::string& name, int64_t usual, RunCandidate& champion);
  // Whether it may take the champion's place; nullptr where it may not.
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
