// Random search without replacement: the yardstick for every other strategy.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

Proposals propose_random(const Search& search, size_t count, Random& random);

}  // namespace whet::search
