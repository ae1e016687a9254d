// Where candidates for a model to rank come from.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

// Unknown neighbours of the `elites` fastest trials, each once.
Proposals elite_neighbours(const Search& search, size_t elites);

// Each axis from one of the two parents, by the toss of a coin.
Configuration crossover(const Configuration& a, const Configuration& b, Random& random);

// What ranks candidates.
class Model {
 public:
  virtual ~Model() = default;
  // The lower, the more promising.
  virtual double cost(const Configuration& configuration) const = 0;
  // The configuration will be tried and turns out as expected: the next of a batch should look elsewhere.
  virtual void believe(const Configuration& configuration) = 0;
};

// The most promising of the pool, one after the other; each gives way to a random one with the chance `exploration`.
Proposals choose(const Search& search, Proposals pool, Model& model, size_t count, double exploration, Random& random);

// The beginning of a search that models: the first `total` trials, of which a few vary the defaults on one axis and the
// rest are random. As many as are still missing, at most `count`.
Proposals propose_beginning(const Search& search, size_t total, size_t count, Random& random);

}  // namespace whet::search
