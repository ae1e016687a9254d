// A random forest, fitted to the logarithms of the times, ranks a small pool: neighbours of the best trials, their
// crossovers, and random configurations. It is useful after few trials.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

Proposals propose_forest(const Search& search, size_t count, Random& random);

}  // namespace whet::search
