#include "search/strategy/exhaustive.h"

namespace whet::search {

Proposals ExhaustiveSearch::operator()(const Search& search, size_t count, Random&) {
  Proposals proposals;
  const size_t size = search.space.size().value_or(0);
  while (next_ < size && search.history.knows(search.space.at(next_))) ++next_;
  for (size_t i = next_; i < size && proposals.size() < count; ++i) {
    Configuration configuration = search.space.at(i);
    if (!search.history.knows(configuration)) proposals.push_back(std::move(configuration));
  }
  return proposals;
}

}  // namespace whet::search
