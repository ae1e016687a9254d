#include "search/pool.h"

#include <algorithm>
#include <numeric>

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

Proposals cheapest(const Search& search, Proposals pool, const std::vector<double>& costs, size_t count,
                   double exploration, Random& random) {
  std::vector<size_t> order(pool.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return costs[a] < costs[b]; });
  Proposals chosen;
  size_t next = 0;
  while (chosen.size() < count) {
    const bool explore = random.chance(exploration);
    if (!explore && next == order.size()) break;
    if (!explore) {
      chosen.push_back(std::move(pool[order[next++]]));
    } else if (auto any = search.sample_unknown(random)) {
      chosen.push_back(std::move(*any));
    } else {
      break;
    }
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
