#include "search/recorded/replay.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "search/strategy/strategy.h"

namespace whet::search {

namespace {

constexpr size_t k_scored_from = 5;  // the first evaluations are choices without information

// The best time found after each evaluation of one run; 0 while nothing works.
std::vector<double> run_once(const RecordedSpace& recorded, const std::string& name, uint64_t seed,
                             const ReplaySettings& settings) {
  // Recorded files do not contain the defaults.
  const SearchSettings search{.seed = seed, .budget = settings.budget, .begin_with_preset = false};
  auto strategy = make_strategy(name, recorded.space, search);
  std::vector<double> best;
  while (strategy && best.size() < settings.budget) {
    const auto batch = strategy->ask(std::min(settings.batch, settings.budget - best.size()));
    if (batch.empty()) break;
    for (const Configuration& configuration : batch) {
      strategy->tell(configuration, recorded.outcomes[*recorded.space.index_of(configuration)]);
      const Trial* fastest = strategy->history().best();
      best.push_back(fastest ? fastest->outcome.seconds : 0);
    }
  }
  best.resize(settings.budget, best.empty() ? 0 : best.back());
  return best;
}

Curve mean_curve(const std::vector<std::vector<double>>& runs, double optimum, double slowest) {
  Curve curve;
  const auto count = static_cast<double>(runs.size());
  for (size_t i = 0; i < runs.front().size(); ++i) {
    double share = 0, seconds = 0;
    for (const std::vector<double>& run : runs) {
      share += run[i] > 0 ? optimum / run[i] : 0;
      seconds += run[i] > 0 ? run[i] : slowest;
    }
    curve.share.push_back(share / count);
    curve.seconds.push_back(seconds / count);
  }
  return curve;
}

// Calls `work` once for each number below `count`, on several threads.
template <typename Work>
void in_parallel(size_t count, unsigned threads, const Work& work) {
  std::atomic<size_t> next = 0;
  const auto drain = [&] {
    for (size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 1; i < threads; ++i) workers.emplace_back(drain);
  drain();
}

}  // namespace

double Curve::share_after(size_t evaluations) const {
  return share.empty() || evaluations == 0 ? 0 : share[std::min(evaluations, share.size()) - 1];
}

Curve random_curve(const RecordedSpace& recorded, size_t evaluations) {
  const std::vector<double> times = recorded.sorted_times();
  const auto all = static_cast<double>(recorded.outcomes.size());
  Curve curve;
  for (size_t k = 1; k <= evaluations; ++k) {
    const double drawn = std::min(static_cast<double>(k), all);
    double chance = drawn / all, left = 1, share = 0, seconds = 0;  // chance: that the i-th fastest is the best
    for (size_t i = 0; i < times.size(); ++i) {
      share += chance * times.front() / times[i];
      seconds += chance * times[i];
      left -= chance;
      const double others = all - 1 - static_cast<double>(i);
      chance = others > 0 ? chance * std::max(0.0, others - drawn + 1) / others : 0;
    }
    curve.share.push_back(share);
    curve.seconds.push_back(seconds + std::max(0.0, left) * times.back());
  }
  return curve;
}

double score(const Curve& curve, const Curve& random, double optimum) {
  double sum = 0;
  size_t count = 0;
  for (size_t i = k_scored_from - 1; i < std::min(curve.seconds.size(), random.seconds.size()); ++i) {
    const double room = random.seconds[i] - optimum;
    if (room <= 1e-9 * optimum) break;  // random search has reached the optimum as well
    sum += (random.seconds[i] - curve.seconds[i]) / room;
    ++count;
  }
  return count ? sum / static_cast<double>(count) : 0;
}

Result<std::vector<ReplayedSpace>> replay(const std::vector<RecordedSpace>& spaces, const ReplaySettings& settings) {
  for (const std::string& name : settings.strategies) TRY_VOID(check_strategy(name));
  const size_t strategies = settings.strategies.size(), repeats = settings.repeats;
  std::vector<std::vector<std::vector<double>>> runs(spaces.size() * strategies);
  for (auto& of_pair : runs) of_pair.resize(repeats);
  in_parallel(runs.size() * repeats, settings.threads, [&](size_t job) {
    const size_t pair = job / repeats, repeat = job % repeats;
    const uint64_t seed = Random{settings.seed, repeat}.next();
    runs[pair][repeat] = run_once(spaces[pair / strategies], settings.strategies[pair % strategies], seed, settings);
  });
  std::vector<ReplayedSpace> replayed;
  for (size_t space = 0; space < spaces.size(); ++space) {
    const std::vector<double> times = spaces[space].sorted_times();
    ReplayedSpace result{times.front(), random_curve(spaces[space], 2 * settings.budget), {}, {}};
    for (size_t i = 0; i < strategies; ++i) {
      result.curves.push_back(mean_curve(runs[space * strategies + i], times.front(), times.back()));
      result.scores.push_back(score(result.curves.back(), result.random, result.optimum));
    }
    replayed.push_back(std::move(result));
  }
  return replayed;
}

}  // namespace whet::search
