#include "search/forest.h"

#include <algorithm>

#include "search/pool.h"
#include "search/regression_forest.h"

namespace whet::search {

namespace {

constexpr size_t k_beginning = 8;
constexpr size_t k_elites = 5;
constexpr size_t k_crossovers = 20;
constexpr size_t k_random = 20;
constexpr double k_optimism = 0.5;  // deviations below the mean
constexpr double k_exploration = 0.05;
constexpr size_t k_most_samples = 256;  // the latest: more cost time and tell little

Proposals make_pool(const Search& search, Random& random) {
  Proposals pool = elite_neighbours(search, k_elites);
  ConfigurationSet seen(pool.begin(), pool.end());
  const auto add = [&](const Configuration& configuration) {
    if (search.history.knows(configuration) || !search.space.contains(configuration)) return;
    if (seen.insert(configuration).second) pool.push_back(configuration);
  };
  const auto elites = search.history.ranked(k_elites);
  for (size_t i = 0; i < k_crossovers && elites.size() > 1; ++i) {
    const size_t a = random.below(elites.size()), b = random.below(elites.size());
    add(crossover(elites[a]->configuration, elites[b]->configuration, random));
  }
  for (size_t i = 0; i < k_random; ++i) {
    if (const auto any = search.sample_unknown(random)) add(*any);
  }
  return pool;
}

RegressionForest learn(const History& history, Random& random) {
  const auto& trials = history.trials();
  const size_t first = trials.size() - std::min(trials.size(), k_most_samples);
  const std::vector<double> logs = history.log_times();
  std::vector<ConfigurationView> samples;
  for (size_t i = first; i < trials.size(); ++i) samples.emplace_back(trials[i].configuration);
  return {samples, {logs.begin() + static_cast<std::ptrdiff_t>(first), logs.end()}, {}, random};
}

}  // namespace

Proposals propose_forest(const Search& search, size_t count, Random& random) {
  Proposals beginning = propose_beginning(search, k_beginning, count, random);
  if (!beginning.empty() || !search.history.best()) return beginning;
  const RegressionForest forest = learn(search.history, random);
  Proposals pool = make_pool(search, random);
  std::vector<double> costs;
  for (const Configuration& configuration : pool) {
    const Prediction prediction = forest.predict(configuration);
    costs.push_back(prediction.mean - k_optimism * prediction.deviation);
  }
  return cheapest(search, std::move(pool), costs, count, k_exploration, random);
}

}  // namespace whet::search
