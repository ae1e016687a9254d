// The default strategy: the forest for the first 40 trials, then the Parzen estimator with its final polish, on the
// same history.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

Proposals propose_portfolio(const Search& search, size_t count, Random& random);

}  // namespace whet::search
