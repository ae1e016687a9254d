#include "search/strategy/evolve.h"

#include <algorithm>

#include "search/strategy/pool.h"

namespace whet::search {

namespace {

constexpr size_t k_population = 12;
constexpr double k_mutation = 0.2;  // probability per axis
constexpr size_t k_tries = 50;      // attempts to find a child that is allowed and new

// Binary tournament: the better of two random members, as `population` is sorted.
const Configuration& tournament(const std::vector<const Trial*>& population, Random& random) {
  const size_t a = random.below(population.size()), b = random.below(population.size());
  return population[std::min(a, b)]->configuration;
}

void mutate(Configuration& configuration, const std::vector<Axis>& axes, Random& random) {
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    if (random.chance(k_mutation)) configuration[axis] = static_cast<uint16_t>(random.below(axes[axis].values.size()));
  }
}

}  // namespace

Proposals propose_evolved(const Search& search, size_t count, Random& random) {
  Proposals proposals = propose_beginning(search, k_population, count, random);
  const auto population = search.history.ranked(k_population);
  if (!proposals.empty() || population.empty()) return proposals;
  ConfigurationSet seen;
  for (size_t tries = 0; proposals.size() < count && tries < k_tries * count; ++tries) {
    Configuration child = crossover(tournament(population, random), tournament(population, random), random);
    mutate(child, search.space.axes(), random);
    if (search.history.knows(child) || !search.space.contains(child) || !seen.insert(child).second) continue;
    proposals.push_back(std::move(child));
  }
  return proposals;
}

}  // namespace whet::search
