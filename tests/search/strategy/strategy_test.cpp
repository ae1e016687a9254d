#include "search/strategy/strategy.h"

#include <gtest/gtest.h>

#include <cmath>

namespace whet::search {
namespace strategy_test {

Axis numbers(std::string name, std::vector<int64_t> values, size_t preset = 0) {
  return {std::move(name), {values.begin(), values.end()}, preset};
}

Space space_of_280() {
  return *Space::build({numbers("A", {1, 2, 4, 8, 16, 32, 64}, 2), numbers("B", {1, 2, 3, 4, 5, 6, 7, 8}),
                        numbers("C", {0, 1, 2, 3, 4})},
                       {});
}

// Smooth with one valley, and failures at its edge.
Outcome valley(const Configuration& c) {
  if (c[0] == 6) return Outcome::failed(Failure::launch);
  const double a = c[0] - 4.0, b = c[1] - 5.0, d = c[2] == 3 ? 0 : 1;
  return Outcome::time(1e-3 * (1 + a * a / 4 + b * b / 9 + d / 2));
}

class EveryStrategy : public testing::TestWithParam<std::string> {
 protected:
  Strategy make(uint64_t seed = 1, size_t budget = 60) const {
    return *make_strategy(GetParam(), space_of_280(), {.seed = seed, .budget = budget});
  }
};

TEST_P(EveryStrategy, AsksEachConfigurationOnceAndThenNoMore) {
  Strategy strategy = make(1, 280);
  ConfigurationSet seen;
  while (true) {
    const auto batch = strategy.ask(7);
    if (batch.empty()) break;
    for (const Configuration& configuration : batch) {
      EXPECT_TRUE(strategy.space().contains(configuration));
      EXPECT_TRUE(seen.insert(configuration).second);
      strategy.tell(configuration, valley(configuration));
    }
  }
  EXPECT_EQ(seen.size(), 280u);
}

TEST_P(EveryStrategy, BeginsWithTheDefaultsAndTheStarts) {
  const Configuration start{3, 3, 3};
  Strategy strategy = *make_strategy(GetParam(), space_of_280(), {.seed = 5, .starts = {start}});
  const auto batch = strategy.ask(3);
  ASSERT_EQ(batch.size(), 3u);
  EXPECT_EQ(batch[0], (Configuration{2, 0, 0}));
  EXPECT_EQ(batch[1], start);
}

TEST_P(EveryStrategy, ResumesFromTheTellsAlone) {
  Strategy first = make(9);
  std::vector<Trial> told;
  for (int round = 0; round < 12; ++round) {
    for (const Configuration& configuration : first.ask(4)) {
      told.push_back({configuration, valley(configuration)});
      first.tell(configuration, valley(configuration));
    }
    Strategy resumed = make(9), ahead = first;
    for (const Trial& trial : told) resumed.tell(trial.configuration, trial.outcome);
    EXPECT_EQ(resumed.ask(4), ahead.ask(4)) << "after round " << round;
  }
}

TEST_P(EveryStrategy, AsksBeyondWhatIsPending) {
  Strategy strategy = make();
  ConfigurationSet seen;
  for (int i = 0; i < 6; ++i) {
    for (const Configuration& configuration : strategy.ask(5)) EXPECT_TRUE(seen.insert(configuration).second);
  }
  EXPECT_EQ(seen.size(), 30u);
}

TEST_P(EveryStrategy, LivesWithFailuresOnly) {
  Strategy strategy = make();
  for (int i = 0; i < 50; ++i) {
    const auto batch = strategy.ask(2);
    ASSERT_EQ(batch.size(), 2u);
    for (const Configuration& configuration : batch) strategy.tell(configuration, Outcome::failed(Failure::compile));
  }
  EXPECT_EQ(strategy.history().best(), nullptr);
}

std::vector<std::string> all_names() {
  return strategy_names();
}

INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy, testing::ValuesIn(all_names()),
                         [](const auto& info) { return info.param; });

// Trials until the bottom of the valley is found, on average over seeds.
double trials_to_bottom(const std::string& name, size_t batch = 1) {
  constexpr int k_seeds = 20;
  double sum = 0;
  for (uint64_t seed = 1; seed <= k_seeds; ++seed) {
    Strategy strategy = *make_strategy(name, space_of_280(), {.seed = seed, .begin_with_preset = false});
    while (!strategy.history().best() || strategy.history().best()->outcome.seconds > 1.0001e-3) {
      for (const Configuration& next : strategy.ask(batch)) strategy.tell(next, valley(next));
    }
    sum += static_cast<double>(strategy.history().trials().size());
  }
  return sum / k_seeds;
}

TEST(Strategy, ThoseThatLearnFindAValleyFarSoonerThanChance) {
  EXPECT_GT(trials_to_bottom("random"), 100);
  for (const std::string name : {"portfolio", "tpe", "forest", "local", "evolve"})
    EXPECT_LT(trials_to_bottom(name), 60) << name;
}

// The rest of a batch comes from where the search stood when it was asked for; that must not lead it back there.
TEST(Strategy, BatchesOfEightCostFewTrialsMore) {
  for (const std::string name : {"portfolio", "tpe", "forest", "local", "evolve"})
    EXPECT_LT(trials_to_bottom(name, 8), 70) << name;
}

TEST(Strategy, UnknownNamesAreErrors) {
  const auto strategy = make_strategy("guess", space_of_280(), {});
  ASSERT_FALSE(strategy.ok());
  EXPECT_NE(strategy.error().mend.find("random"), std::string::npos);
}

TEST(Strategy, ExhaustiveFitsWhenTheBudgetCoversTheSpace) {
  EXPECT_EQ(fitting_strategy(space_of_280(), 280), "exhaustive");
  EXPECT_EQ(fitting_strategy(space_of_280(), 279), "portfolio");
}

TEST(Strategy, TheFirstOutcomeOfAConfigurationStays) {
  Strategy strategy = *make_strategy("random", space_of_280(), {});
  strategy.tell({0, 0, 0}, Outcome::time(2));
  strategy.tell({0, 0, 0}, Outcome::time(1));
  EXPECT_EQ(strategy.history().trials().size(), 1u);
  EXPECT_EQ(strategy.history().best()->outcome.seconds, 2);
}

}  // namespace strategy_test
}  // namespace whet::search
