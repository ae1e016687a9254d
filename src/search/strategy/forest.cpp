#include "search/strategy/forest.h"

#include <algorithm>
#include <optional>

#include "search/strategy/pool.h"
#include "search/strategy/regression_forest.h"

namespace whet::search {

namespace {

constexpr size_t k_forest_beginning = 8;
constexpr size_t k_forest_elites = 5;
constexpr size_t k_crossovers = 20;
constexpr size_t k_random = 20;
constexpr double k_optimism = 0.5;  // lower confidence bound: mean - 0.5 deviations
constexpr double k_forest_exploration = 0.05;
constexpr size_t k_most_samples = 128;  // the latest; more cost time and add little

Proposals make_pool(const Search& search, Random& random) {
  Proposals pool = elite_neighbours(search, k_forest_elites);
  ConfigurationSet seen(pool.begin(), pool.end());
  const auto add = [&](const Configuration& configuration) {
    if (search.history.knows(configuration) || !search.space.contains(configuration)) return;
    if (seen.insert(configuration).second) pool.push_back(configuration);
  };
  const auto elites = search.history.ranked(k_forest_elites);
  for (size_t i = 0; i < k_crossovers && elites.size() > 1; ++i) {
    const size_t a = random.below(elites.size()), b = random.below(elites.size());
    add(crossover(elites[a]->configuration, elites[b]->configuration, random));
  }
  for (size_t i = 0; i < k_random; ++i) {
    if (const auto any = search.sample_unknown(random)) add(*any);
  }
  return pool;
}

class ForestModel : public Model {
 public:
  ForestModel(const Search& search, Random& random) : space_(search.space), random_(random) {
    const auto& trials = search.history.trials();
    const std::vector<double> logs = search.history.log_times();
    for (size_t i = trials.size() - std::min(trials.size(), k_most_samples); i < trials.size(); ++i) {
      samples_.push_back(space_.ranks(trials[i].configuration));
      targets_.push_back(logs[i]);
    }
    forest_.emplace(samples_, targets_, ForestSettings{}, random_);
  }

  double cost(const Configuration& configuration) const override {
    const Prediction prediction = forest_->predict(space_.ranks(configuration));
    return prediction.mean - k_optimism * prediction.deviation;
  }
  void believe(const Configuration& configuration) override {
    samples_.push_back(space_.ranks(configuration));
    targets_.push_back(forest_->predict(samples_.back()).mean);
    forest_.emplace(samples_, targets_, ForestSettings{}, random_);
  }

 private:
  const Space& space_;
  Random& random_;
  std::vector<Configuration> samples_;
  std::vector<double> targets_;
  std::optional<RegressionForest> forest_;
};

}  // namespace

Proposals propose_forest(const Search& search, size_t count, Random& random) {
  Proposals beginning = propose_beginning(search, k_forest_beginning, count, random);
  if (!beginning.empty() || !search.history.best()) return beginning;
  ForestModel model(search, random);
  return choose(search, make_pool(search, random), model, count, k_forest_exploration, random);
}

}  // namespace whet::search
