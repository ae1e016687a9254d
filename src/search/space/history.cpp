#include "search/space/history.h"

#include <algorithm>
#include <cmath>

namespace whet::search {

void History::tell(const Configuration& configuration, const Outcome& outcome) {
  if (!told_.insert(configuration).second) return;
  asked_.insert(configuration);
  trials_.push_back({configuration, outcome});
  if (!outcome.works()) return;
  const auto slower =
      std::upper_bound(order_.begin(), order_.end(), outcome.seconds,
                       [&](double seconds, size_t trial) { return seconds < trials_[trial].outcome.seconds; });
  order_.insert(slower, trials_.size() - 1);
}

std::vector<const Trial*> History::ranked(size_t most) const {
  std::vector<const Trial*> trials;
  for (size_t i = 0; i < std::min(most, order_.size()); ++i) trials.push_back(&trials_[order_[i]]);
  return trials;
}

std::vector<double> History::log_times() const {
  constexpr double k_least = 1e-12;  // seconds; keeps the logarithm finite
  const double slowest = order_.empty() ? 1 : trials_[order_.back()].outcome.seconds;
  std::vector<double> logs;
  logs.reserve(trials_.size());
  for (const Trial& trial : trials_)
    logs.push_back(std::log(std::max(k_least, trial.outcome.works() ? trial.outcome.seconds : slowest)));
  return logs;
}

}  // namespace whet::search
