// Tree-structured Parzen estimator over categories: on each axis, which values are commoner among the fastest trials
// than among the rest?
//
//   TILE of the fast: 32 32 32 64     of the rest: 16 16 32 64 16 16    ->  32 is promising, 16 is not
//
// Candidates are drawn from the fast ones' frequencies and ranked by the product of the ratios over all axes.
#pragma once

#include "search/strategy/pool.h"

namespace whet::search {

class TpeModel : public Model {
 public:
  explicit TpeModel(const Search& search);

  // Minus the logarithm of the ratio of frequencies.
  double cost(const Configuration& configuration) const override;
  // As one of the rest.
  void believe(const Configuration& configuration) override;
  // Drawn axis by axis from the frequencies of the fast; constraints are not looked at.
  Configuration sample(Random& random) const;

 private:
  void weigh();

  std::vector<std::vector<double>> fast_, rest_;  // how often each value was chosen, by axis
  double fast_count_ = 0, rest_count_ = 0;
  std::vector<std::vector<double>> costs_;  // by axis and value
};

// Unknown neighbours of the best in the order the model likes them; empty when all are known.
Proposals propose_polish(const Search& search, size_t count);

// Ten to begin with, then the model's choice, then the neighbours of the best when 70 % of the budget are gone.
Proposals propose_tpe(const Search& search, size_t count, Random& random);

}  // namespace whet::search
