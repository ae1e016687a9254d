#include "search/recorded/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "search/synthetic_space.h"

namespace whet::search {
namespace replay_test {

RecordedSpace small_space(const std::vector<double>& seconds) {
  RecordedHead head;
  head.axes = {{"A", {}, 0}};
  std::vector<RecordedTrial> trials;
  for (size_t i = 0; i < seconds.size(); ++i) {
    head.axes[0].values.emplace_back(static_cast<int64_t>(i));
    trials.push_back(
        {{static_cast<uint16_t>(i)}, seconds[i] > 0 ? Outcome::time(seconds[i]) : Outcome::failed(Failure::launch)});
  }
  return *make_recorded(std::move(head), trials);
}

TEST(RandomCurve, IsTheMeanOverAllOrders) {
  const std::vector<double> seconds{3, 0, 2, 5, 0, 2.5};
  const Curve curve = random_curve(small_space(seconds), 8);
  std::vector<double> order = seconds;
  std::sort(order.begin(), order.end());
  std::vector<double> share(seconds.size()), best_time(seconds.size());
  double orders = 0;
  do {
    double best = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      if (order[i] > 0 && (best == 0 || order[i] < best)) best = order[i];
      share[i] += best > 0 ? 2 / best : 0;
      best_time[i] += best > 0 ? best : 5;
    }
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  // next_permutation takes the two failures as one: that changes no mean.
  for (size_t i = 0; i < seconds.size(); ++i) {
    EXPECT_NEAR(curve.share[i], share[i] / orders, 1e-12) << i;
    EXPECT_NEAR(curve.seconds[i], best_time[i] / orders, 1e-12) << i;
  }
  EXPECT_NEAR(curve.share[7], 1, 1e-12);
}

TEST(RandomCurve, AgreesWithSampledRandomSearch) {
  const RecordedSpace space = synthetic_tiles(1);
  const auto replayed = replay({space}, {.strategies = {"random"}, .budget = 50, .repeats = 400, .threads = 2});
  ASSERT_TRUE(replayed.ok());
  for (const size_t after : {1, 10, 50})
    EXPECT_NEAR((*replayed)[0].curves[0].share_after(after), (*replayed)[0].random.share_after(after), 0.02);
  EXPECT_NEAR((*replayed)[0].scores[0], 0, 0.1);
}

TEST(Score, IsOneAtTheOptimumAndZeroForRandomSearch) {
  const RecordedSpace space = synthetic_tiles(1);
  const Curve random = random_curve(space, 100);
  const double optimum = space.sorted_times().front();
  EXPECT_EQ(score(random, random, optimum), 0);
  Curve perfect = random;
  std::fill(perfect.seconds.begin(), perfect.seconds.end(), optimum);
  EXPECT_DOUBLE_EQ(score(perfect, random, optimum), 1);
}

TEST(Replay, IsTheSameWhateverTheNumberOfThreads) {
  const std::vector<RecordedSpace> spaces{synthetic_tiles(1), synthetic_tiles(2)};
  ReplaySettings settings{.strategies = {"portfolio", "local"}, .budget = 30, .repeats = 4, .threads = 1};
  const auto one = replay(spaces, settings);
  settings.threads = 3;
  const auto three = replay(spaces, settings);
  settings.seed = 2;
  const auto other = replay(spaces, settings);
  for (size_t i = 0; i < spaces.size(); ++i) {
    for (size_t strategy = 0; strategy < 2; ++strategy)
      EXPECT_EQ((*one)[i].curves[strategy].seconds, (*three)[i].curves[strategy].seconds);
  }
  EXPECT_NE((*one)[0].curves[0].seconds, (*other)[0].curves[0].seconds);
}

TEST(Replay, EndsWithTheOptimumWhenTheBudgetCoversTheSpace) {
  const auto replayed = replay({small_space({4, 0, 1, 2})}, {.strategies = {"portfolio"}, .budget = 10, .repeats = 3});
  EXPECT_EQ((*replayed)[0].curves[0].share_after(10), 1);
  EXPECT_EQ((*replayed)[0].random.share_after(10), 1);
}

// On synthetic spaces; what recorded ones show is in bench/tuner.
TEST(Replay, ThePortfolioBeatsRandomSearchAtTwiceTheBudget) {
  std::vector<RecordedSpace> spaces;
  for (uint64_t seed = 1; seed <= 3; ++seed) spaces.push_back(synthetic_tiles(seed));
  const auto replayed =
      replay(spaces, {.strategies = {"portfolio"}, .budget = 100, .repeats = 10, .batch = 4, .threads = 2});
  for (const ReplayedSpace& space : *replayed) {
    EXPECT_GT(space.curves[0].share_after(100), 0.95);
    EXPECT_GT(space.curves[0].share_after(100), space.random.share_after(200));
  }
}

TEST(Replay, UnknownStrategiesAreErrors) {
  EXPECT_FALSE(replay({small_space({1})}, {.strategies = {"guess"}}).ok());
}

}  // namespace replay_test
}  // namespace whet::search
