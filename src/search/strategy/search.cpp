#include "search/strategy/search.h"

namespace whet::search {

std::optional<Configuration> Search::sample_unknown(Random& random) const {
  constexpr size_t k_tries = 50;
  for (size_t tries = 0; tries < k_tries; ++tries) {
    Configuration configuration = space.sample(random);
    if (!history.knows(configuration)) return configuration;
  }
  if (!space.size()) return std::nullopt;
  // Nearly all are known, so the rest is listed.
  std::vector<size_t> left;
  for (size_t i = 0; i < *space.size(); ++i) {
    if (!history.knows(space.at(i))) left.push_back(i);
  }
  return left.empty() ? std::nullopt : std::optional(space.at(left[random.below(left.size())]));
}

std::vector<Configuration> Search::unknown_neighbours(const Configuration& configuration) const {
  std::vector<Configuration> neighbours = space.neighbours(configuration);
  std::erase_if(neighbours, [&](const Configuration& neighbour) { return history.knows(neighbour); });
  return neighbours;
}

}  // namespace whet::search
