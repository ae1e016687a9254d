#include "search/strategy/regression_forest.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

namespace whet::search {

// Grows one tree. Axes have few values, so the best split follows from sums per value, without sorting.
class RegressionForest::Growth {
 public:
  Growth(const std::vector<Configuration>& samples, const std::vector<double>& targets, double axis_share,
         Random& random)
      : samples_(samples), targets_(targets), random_(random), axes_(samples.front().size()) {
    looked_at_ = std::max<size_t>(1, static_cast<size_t>(std::lround(axis_share * static_cast<double>(axes_.size()))));
    std::iota(axes_.begin(), axes_.end(), uint32_t{0});
  }

  Tree grow() {
    std::vector<uint32_t> drawn(samples_.size());
    for (uint32_t& sample : drawn) sample = static_cast<uint32_t>(random_.below(samples_.size()));
    tree_.assign(1, {});
    split(0, drawn);
    return std::move(tree_);
  }

 private:
  struct Split {
    uint32_t axis = 0, threshold = 0;
    double gain = 0;
  };
  struct Sum {
    double targets = 0, count = 0;
  };

  void split(size_t node, std::span<uint32_t> samples) {
    double sum = 0;
    for (const uint32_t sample : samples) sum += targets_[sample];
    tree_[node].mean = sum / static_cast<double>(samples.size());
    const std::optional<Split> best = best_split(samples, sum);
    if (!best) return;
    const auto middle = std::partition(samples.begin(), samples.end(),
                                       [&](uint32_t sample) { return samples_[sample][best->axis] < best->threshold; });
    const size_t left = tree_.size();
    tree_.resize(left + 2);
    tree_[node].axis = best->axis;
    tree_[node].threshold = best->threshold;
    tree_[node].left = static_cast<uint32_t>(left);
    split(left, {samples.begin(), middle});
    split(left + 1, {middle, samples.end()});
  }

  std::optional<Split> best_split(std::span<const uint32_t> samples, double sum) {
    if (samples.size() < 2) return std::nullopt;
    for (size_t i = 0; i < looked_at_; ++i) std::swap(axes_[i], axes_[i + random_.below(axes_.size() - i)]);
    std::optional<Split> best;
    for (size_t i = 0; i < looked_at_; ++i) try_axis(axes_[i], samples, sum, best);
    return best;
  }

  // The gain is the decrease of the sum of squares: sum_left^2 / n_left + sum_right^2 / n_right - sum^2 / n.
  void try_axis(uint32_t axis, std::span<const uint32_t> samples, double sum, std::optional<Split>& best) {
    constexpr double k_least_gain = 1e-12;  // less is rounding error
    sums_.clear();
    for (const uint32_t sample : samples) {
      const uint16_t place = samples_[sample][axis];
      if (place >= sums_.size()) sums_.resize(place + size_t{1});
      sums_[place].targets += targets_[sample];
      ++sums_[place].count;
    }
    const auto total = static_cast<double>(samples.size());
    Sum left;
    for (size_t place = 0; place + 1 < sums_.size(); ++place) {
      if (sums_[place].count == 0) continue;
      left.targets += sums_[place].targets;
      left.count += sums_[place].count;
      const double right = sum - left.targets;
      const double gain =
          left.targets * left.targets / left.count + right * right / (total - left.count) - sum * sum / total;
      if (gain > (best ? best->gain : k_least_gain)) best = Split{axis, static_cast<uint32_t>(place + 1), gain};
    }
  }

  const std::vector<Configuration>& samples_;
  const std::vector<double>& targets_;
  Random& random_;
  std::vector<uint32_t> axes_;
  size_t looked_at_ = 1;
  std::vector<Sum> sums_;
  Tree tree_;
};

RegressionForest::RegressionForest(const std::vector<Configuration>& samples, const std::vector<double>& targets,
                                   const ForestSettings& settings, Random& random) {
  for (size_t i = 0; i < settings.trees; ++i)
    trees_.push_back(Growth(samples, targets, settings.axis_share, random).grow());
}

Prediction RegressionForest::predict(ConfigurationView configuration) const {
  double sum = 0, squares = 0;
  for (const Tree& tree : trees_) {
    const Node* node = tree.data();
    while (node->left) node = &tree[node->left + (configuration[node->axis] < node->threshold ? 0 : 1)];
    sum += node->mean;
    squares += node->mean * node->mean;
  }
  const auto count = static_cast<double>(trees_.size());
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

}  // namespace whet::search
