#include "search/strategy/random_search.h"

namespace whet::search {

Proposals propose_random(const Search& search, size_t count, Random& random) {
  Proposals proposals;
  for (size_t i = 0; i < count; ++i) {
    if (auto configuration = search.sample_unknown(random)) proposals.push_back(std::move(*configuration));
  }
  return proposals;
}

}  // namespace whet::search
