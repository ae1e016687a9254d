// Iterated local search: climbs from the best of a random beginning, taking the first neighbour that is faster. At the
// top of a hill it jumps two or three axes away from the best and climbs again; after four climbs that gained nothing
// it jumps from the next best instead.
#pragma once

#include <optional>

#include "search/strategy/search.h"

namespace whet::search {

class LocalSearch {
 public:
  Proposals operator()(const Search& search, size_t count, Random& random);

 private:
  void follow(const Search& search, const Trial& trial);
  bool is_step(const Configuration& configuration) const;
  void land(const Trial& trial);
  Configuration jump(const Search& search, Random& random) const;

  // What the trials so far come to.
  size_t followed_ = 0;                  // trials
  std::optional<Trial> best_, current_;  // current_: where the climb stands, once the beginning is over
  std::vector<Configuration> path_;      // of this climb; current_ is its last
  bool stepped_ = false;                 // since the landing
  bool gained_ = false;                  // by this climb
  size_t failures_ = 0, base_ = 0;       // climbs that gained nothing; rank of what jumps start from
};

}  // namespace whet::search
