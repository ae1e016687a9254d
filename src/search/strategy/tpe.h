// Tree-structured Parzen estimator (Bergstra et al. 2011) over categories: on each axis, which values are more frequent
// among the fastest trials than among the rest?
//
//   TILE of the fast: 32 32 32 64     of the rest: 16 16 32 64 16 16    ->  32 is promising, 16 is not
//
// Candidates are drawn from the frequencies of the fast trials, joined by neighbours of the three best, and ranked by
// the product of the ratios over all axes.
#pragma once

#include "search/strategy/pool.h"

namespace whet::search {

class TpeModel : public Model {
 public:
  explicit TpeModel(const Search& search);

  // Minus the logarithm of the ratio of frequencies.
  double cost(const Configuration& configuration) const override;
  // Counts the configuration among the rest.
  void believe(const Configuration& configuration) override;
  // Drawn axis by axis from the frequencies of the fast trials, ignoring constraints.
  Configuration sample(Random& random) const;

 private:
  void weigh();

  std::vector<std::vector<double>> fast_, rest_;  // how often each value was chosen, by axis
  double fast_count_ = 0, rest_count_ = 0;
  std::vector<std::vector<double>> costs_;  // by axis and value
};

// Unknown neighbours of the best trial, ranked by the model; empty when all are known.
Proposals propose_polish(const Search& search, size_t count);

// Ten initial trials, then the model's choices, then the neighbours of the best once 70 % of the budget are spent.
Proposals propose_tpe(const Search& search, size_t count, Random& random);

}  // namespace whet::search
