// Random configurations without replacement: what every other strategy is measured against.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

Proposals propose_random(const Search& search, size_t count, Random& random);

}  // namespace whet::search
