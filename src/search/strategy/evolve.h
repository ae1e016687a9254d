// Genetic algorithm: the twelve fastest trials are the population. A child takes each axis from one of two parents, and
// each axis mutates with probability 0.2. It pays off in long runs.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

Proposals propose_evolved(const Search& search, size_t count, Random& random);

}  // namespace whet::search
