// Iterated local search: starts at the best of a random sample and moves to the first neighbour that is faster. At a
// local optimum it jumps two or three axes away from the best trial and climbs again; after four climbs without a gain
// it jumps from the next best instead, cycling through the five best.
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

  // State derived from the trials so far.
  size_t followed_ = 0;                  // number of trials processed
  std::optional<Trial> best_, current_;  // current_: position of the climb, after the random sample
  std::vector<Configuration> path_;      // points of this climb; current_ is the last
  bool stepped_ = false;                 // since the last jump
  bool gained_ = false;                  // this climb improved on the best
  size_t failures_ = 0, base_ = 0;       // climbs without a gain; rank of the start of jumps
};

}  // namespace whet::search
