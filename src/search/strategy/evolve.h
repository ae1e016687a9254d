// Evolution: the twelve fastest are the population; children take each axis from one of two parents and mutate on one
// axis in five. Worth its while in long runs.
#pragma once

#include "search/strategy/search.h"

namespace whet::search {

Proposals propose_evolved(const Search& search, size_t count, Random& random);

}  // namespace whet::search
