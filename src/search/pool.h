// Where candidates for a model to rank come from.
#pragma once

#include "search/search.h"

namespace whet::search {

// Unknown neighbours of the `elites` fastest trials, each once.
Proposals elite_neighbours(const Search& search, size_t elites);

// Each axis from one of the two parents, by the toss of a coin.
Configuration crossover(const Configuration& a, const Configuration& b, Random& random);

// Puts the proposals with the lowest cost first; each of the first `count` gives way to a random one with the chance
// `exploration`.
Proposals cheapest(const Search& search, Proposals pool, const std::vector<double>& costs, size_t count,
                   double exploration, Random& random);

// The beginning of a search that models: the first `total` trials, of which a few vary the defaults on one axis and the
// rest are random. As many as are still missing, at most `count`.
Proposals propose_beginning(const Search& search, size_t total, size_t count, Random& random);

}  // namespace whet::search
