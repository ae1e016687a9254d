// A random forest over the logarithms of the times ranks a small pool: neighbours of the best, their crossovers, and
// random ones. It needs few trials to be of use.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

Proposals propose_forest(const Search& search, size_t count, Random& random);

}  // namespace whet::search
