#include "search/strategy/local.h"

#include <algorithm>

#include "search/strategy/pool.h"

namespace whet::search {

namespace {

constexpr size_t k_least_beginning = 8;
constexpr size_t k_beginning_share = 10;  // a tenth of the budget
constexpr size_t k_patience = 4;          // climbs without a gain
constexpr size_t k_bases = 5;             // jumps start from the five best

size_t beginning(const SearchSettings& settings) {
  return std::max(k_least_beginning, settings.budget / k_beginning_share);
}

bool faster(const Trial& a, const std::optional<Trial>& b) {
  return a.outcome.works() && (!b || !b->outcome.works() || a.outcome.seconds < b->outcome.seconds);
}

}  // namespace

// True next to any point of the path, because the rest of a batch may surround a point that was left meanwhile.
bool LocalSearch::is_step(const Configuration& configuration) const {
  return std::any_of(path_.begin(), path_.end(),
                     [&](const Configuration& point) { return distance(point, configuration) <= 1; });
}

// A jump has led to the trial, so the last climb is over. Of several landings in a row the fastest counts.
void LocalSearch::land(const Trial& trial) {
  if (stepped_) {
    failures_ = gained_ ? 0 : failures_ + 1;
    if (gained_) base_ = 0;
    if (failures_ == k_patience) {
      failures_ = 0;
      base_ = (base_ + 1) % k_bases;
    }
  } else if (!faster(trial, current_)) {
    return;
  }
  if (!trial.outcome.works()) return;
  gained_ = stepped_ = false;
  current_ = trial;
  path_ = {trial.configuration};
}

void LocalSearch::follow(const Search& search, const Trial& trial) {
  const bool best = faster(trial, best_);
  if (best) best_ = trial;
  if (++followed_ < beginning(search.settings)) return;
  if (!current_) {
    current_ = best_;
    if (current_) path_ = {current_->configuration};
    return;
  }
  gained_ |= best;
  if (!is_step(trial.configuration)) return land(trial);
  stepped_ = true;
  if (!faster(trial, current_)) return;
  current_ = trial;
  path_.push_back(trial.configuration);
}

Configuration LocalSearch::jump(const Search& search, Random& random) const {
  constexpr size_t k_tries = 50;  // attempts to land on a configuration that is allowed and new
  const auto ranked = search.history.ranked(base_ + 1);
  Configuration landing;
  for (size_t tries = 0; tries < k_tries; ++tries) {
    landing = ranked.back()->configuration;
    const size_t axes = 2 + random.below(2);
    for (size_t i = 0; i < axes; ++i) {
      const size_t axis = random.below(landing.size());
      landing[axis] = static_cast<uint16_t>(random.below(search.space.axes()[axis].values.size()));
    }
    if (search.space.contains(landing) && !search.history.knows(landing)) break;
  }
  return landing;
}

Proposals LocalSearch::operator()(const Search& search, size_t count, Random& random) {
  const auto& trials = search.history.trials();
  while (followed_ < trials.size()) follow(search, trials[followed_]);
  if (!current_) return propose_beginning(search, beginning(search.settings), count, random);
  Proposals proposals = search.unknown_neighbours(current_->configuration);
  random.shuffle(proposals);
  proposals.resize(std::min(proposals.size(), count));
  while (proposals.size() < count) proposals.push_back(jump(search, random));
  return proposals;
}

}  // namespace whet::search
