// Pools of candidates for a model to rank.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

// Unknown neighbours of the `elites` fastest trials, without duplicates.
Proposals elite_neighbours(const Search& search, size_t elites);

// Uniform crossover: each axis comes from either parent with probability 1/2.
Configuration crossover(const Configuration& a, const Configuration& b, Random& random);

// A model that ranks candidates.
class Model {
 public:
  virtual ~Model() = default;
  // A lower cost is more promising.
  virtual double cost(const Configuration& configuration) const = 0;
  // Assumes that the configuration turns out as predicted, so that the next of a batch looks elsewhere.
  virtual void believe(const Configuration& configuration) = 0;
};

// Chooses the most promising of the pool one after the other; each is replaced by a random one with probability
// `exploration`.
Proposals choose(const Search& search, Proposals pool, Model& model, size_t count, double exploration, Random& random);

// Initial sample of a model-based search: the first `total` trials, a few of them neighbours of the defaults and the
// rest random. Returns those still missing, at most `count`.
Proposals propose_beginning(const Search& search, size_t total, size_t count, Random& random);

}  // namespace whet::search
