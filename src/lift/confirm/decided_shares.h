// How many of the elements that each statement stores are known well enough to tell right from wrong. They are counted
// apart: one array that is right says nothing of another one that is all rounding.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace whet::lift {

class DecidedShares {
 public:
  void add(int statement, bool is_decided) {
    Share& share = at(static_cast<size_t>(statement));
    ++share.compared;
    share.decided += is_decided ? 1 : 0;
  }
  void add(const DecidedShares& others) {
    for (size_t i = 0; i < others.shares_.size(); ++i) {
      at(i).compared += others.shares_[i].compared;
      at(i).decided += others.shares_[i].decided;
    }
  }
  uint64_t compared() const {
    uint64_t all = 0;
    for (const Share& share : shares_) all += share.compared;
    return all;
  }
  // At least half of what each statement stores.
  bool are_enough() const {
    return std::all_of(shares_.begin(), shares_.end(),
                       [](const Share& share) { return share.decided * 2 >= share.compared; });
  }

 private:
  struct Share {
    uint64_t compared = 0, decided = 0;
  };
  Share& at(size_t statement) {
    if (statement >= shares_.size()) shares_.resize(statement + 1);
    return shares_[statement];
  }
  std::vector<Share> shares_;
};

}  // namespace whet::lift
