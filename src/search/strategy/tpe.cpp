#include "search/strategy/tpe.h"

#include <algorithm>
#include <cmath>

namespace whet::search {

namespace {

constexpr size_t k_tpe_beginning = 10;
constexpr double k_fast_share = 0.10;
constexpr size_t k_most_fast = 25;
constexpr size_t k_drawn = 48;
constexpr size_t k_tpe_elites = 3;
constexpr double k_tpe_exploration = 0.05;
constexpr double k_polish_from = 0.70;  // share of the budget

size_t fast_count(size_t trials) {
  return std::clamp<size_t>(static_cast<size_t>(std::ceil(k_fast_share * static_cast<double>(trials))), 1, k_most_fast);
}

// How often each value of each axis was chosen, plus a pseudo-count of 1 shared by all values of an axis.
using Frequencies = std::vector<std::vector<double>>;

Frequencies begin_frequencies(const std::vector<Axis>& axes) {
  Frequencies counts;
  for (const Axis& axis : axes) counts.emplace_back(axis.values.size(), 1.0 / static_cast<double>(axis.values.size()));
  return counts;
}

void count(Frequencies& counts, const Configuration& configuration) {
  for (size_t axis = 0; axis < counts.size(); ++axis) ++counts[axis][configuration[axis]];
}

Proposals draw(const Search& search, const TpeModel& model, Random& random) {
  constexpr size_t k_tries = 10 * k_drawn;  // in some spaces constraints forbid most of what is drawn
  Proposals drawn;
  ConfigurationSet seen;
  for (size_t tries = 0; tries < k_tries && drawn.size() < k_drawn; ++tries) {
    Configuration configuration = model.sample(random);
    if (search.history.knows(configuration) || !search.space.contains(configuration)) continue;
    if (seen.insert(configuration).second) drawn.push_back(std::move(configuration));
  }
  return drawn;
}

Proposals propose_by_model(const Search& search, size_t count, Random& random) {
  TpeModel model(search);
  Proposals pool = draw(search, model, random);
  for (Configuration& neighbour : elite_neighbours(search, k_tpe_elites)) {
    if (std::find(pool.begin(), pool.end(), neighbour) == pool.end()) pool.push_back(std::move(neighbour));
  }
  return choose(search, std::move(pool), model, count, k_tpe_exploration, random);
}

}  // namespace

TpeModel::TpeModel(const Search& search) {
  const auto fast_trials = search.history.ranked(fast_count(search.told()));
  fast_ = rest_ = costs_ = begin_frequencies(search.space.axes());
  for (const Trial& trial : search.history.trials()) count(rest_, trial.configuration);
  for (const Trial* trial : fast_trials) {
    count(fast_, trial->configuration);
    for (size_t axis = 0; axis < rest_.size(); ++axis) --rest_[axis][trial->configuration[axis]];
  }
  fast_count_ = static_cast<double>(fast_trials.size() + 1);
  rest_count_ = static_cast<double>(search.told() - fast_trials.size() + 1);
  weigh();
}

void TpeModel::weigh() {
  for (size_t axis = 0; axis < costs_.size(); ++axis) {
    for (size_t value = 0; value < costs_[axis].size(); ++value)
      costs_[axis][value] = std::log(rest_[axis][value] / rest_count_ * fast_count_ / fast_[axis][value]);
  }
}

void TpeModel::believe(const Configuration& configuration) {
  count(rest_, configuration);
  ++rest_count_;
  weigh();
}

double TpeModel::cost(const Configuration& configuration) const {
  double cost = 0;
  for (size_t axis = 0; axis < costs_.size(); ++axis) cost += costs_[axis][configuration[axis]];
  return cost;
}

Configuration TpeModel::sample(Random& random) const {
  Configuration configuration(fast_.size());
  for (size_t axis = 0; axis < fast_.size(); ++axis) {
    double left = random.unit() * fast_count_;
    size_t value = 0;
    while (value + 1 < fast_[axis].size() && left >= fast_[axis][value]) left -= fast_[axis][value++];
    configuration[axis] = static_cast<uint16_t>(value);
  }
  return configuration;
}

Proposals propose_polish(const Search& search, size_t count) {
  const Trial* best = search.history.best();
  if (!best) return {};
  TpeModel model(search);
  Random unused{0};
  return choose(search, search.unknown_neighbours(best->configuration), model, count, 0, unused);
}

Proposals propose_tpe(const Search& search, size_t count, Random& random) {
  Proposals beginning = propose_beginning(search, k_tpe_beginning, count, random);
  if (!beginning.empty() || !search.history.best()) return beginning;
  if (static_cast<double>(search.told()) >= k_polish_from * static_cast<double>(search.settings.budget)) {
    Proposals polish = propose_polish(search, count);
    if (!polish.empty()) return polish;
  }
  return propose_by_model(search, count, random);
}

}  // namespace whet::search
