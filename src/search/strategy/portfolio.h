// The default: the forest while trials are few, then the Parzen estimator with its polish at the end; one history for
// both.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

Proposals propose_portfolio(const Search& search, size_t count, Random& random);

}  // namespace whet::search
