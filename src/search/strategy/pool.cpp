#include "search/strategy/pool.h"

#include <algorithm>

namespace whet::search {

Proposals elite_neighbours(const Search& search, size_t elites) {
  Proposals pool;
  ConfigurationSet seen;
  for (const Trial* elite : search.history.ranked(elites)) {
    for (Configuration& neighbour : search.unknown_neighbours(elite->configuration)) {
      if (seen.insert(neighbour).second) pool.push_back(std::move(neighbour));
    }
  }
  return pool;
}

Configuration crossover(const Configuration& a, const Configuration& b, Random& random) {
  Configuration child = a;
  for (size_t axis = 0; axis < child.size(); ++axis) {
    if (random.chance(0.5)) child[axis] = b[axis];
  }
  return child;
}

Proposals choose(const Search& search, Proposals pool, Model& model, size_t count, double exploration, Random& random) {
  Proposals chosen;
  while (chosen.size() < count) {
    std::optional<Configuration> next;
    if (random.chance(exploration)) {
      next = search.sample_unknown(random);
    } else if (!pool.empty()) {
      std::vector<double> costs;
      for (const Configuration& configuration : pool) costs.push_back(model.cost(configuration));
      const auto cheapest = pool.begin() + (std::min_element(costs.begin(), costs.end()) - costs.begin());
      next = std::move(*cheapest);
      pool.erase(cheapest);
    }
    if (!next) break;
    if (chosen.size() + 1 < count) model.believe(*next);
    chosen.push_back(std::move(*next));
  }
  return chosen;
}

Proposals propose_beginning(const Search& search, size_t total, size_t count, Random& random) {
  constexpr size_t k_near_preset = 3;
  Proposals proposals;
  const size_t asked = search.history.asked();
  if (asked >= total) return proposals;
  count = std::min(count, total - asked);
  const auto preset = search.settings.begin_with_preset ? search.space.preset() : std::nullopt;
  if (preset && asked <= k_near_preset) {
    proposals = search.unknown_neighbours(*preset);
    random.shuffle(proposals);
    proposals.resize(std::min({proposals.size(), count, k_near_preset + 1 - asked}));
  }
  while (proposals.size() < count) {
    auto any = search.sample_unknown(random);
    if (!any) break;
    proposals.push_back(std::move(*any));
  }
  return proposals;
}

}  // namespace whet::search
