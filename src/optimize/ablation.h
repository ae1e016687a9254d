// Where a champion's gain comes from: each number it changed is put back alone, and what it loses by that is what the
// number is worth. What brings nothing is put back for good.
//
//   champion TILE 16 -> 32, UNROLL 1 -> 4      without TILE 0.70x: effective      without UNROLL 1.00x: ineffective
//   champion with UNROLL 1 is no slower        ->  it takes the champion's place
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "optimize/arena.h"
#include "optimize/attribution.h"
#include "store/store.h"

namespace whet {

// One changed number of a champion.
struct AblatedNumber {
  std::string name;
  int64_t usual = 0;  // what it was
  store::Attribution attribution;
};

class Ablation {
 public:
  Ablation(Arena& arena, Archive& archive, store::Store& store, const Proposer& proposer,
           std::function<void(const std::string&)> tell)
      : arena_(arena), archive_(archive), store_(store), proposer_(proposer), tell_(std::move(tell)) {}

  // In the order of names; what was found is in the store.
  Result<std::vector<AblatedNumber>> take_apart(ArchivedCandidate& champion);
  // The champion without all that is ineffective, judged; nullptr where there is nothing to put back, or it may not be.
  Result<ArchivedCandidate*> without_ineffective(const ArchivedCandidate& champion,
                                                 const std::vector<AblatedNumber>& parts);

 private:
  Result<AblatedNumber> put_back(const std::string& name, int64_t usual, ArchivedCandidate& champion);

  Arena& arena_;
  Archive& archive_;
  store::Store& store_;
  const Proposer& proposer_;
  std::function<void(const std::string&)> tell_;
};

// "2 changes taken back: they brought nothing", or why they stay.
std::string simplification_text(size_t changes, bool taken_back, double speedup_without);

std::vector<AblatedNumber> ineffective(const std::vector<AblatedNumber>& parts);

}  // namespace whet
