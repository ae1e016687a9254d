#include "util/statistics.h"

#include <cmath>
#include <functional>
#include <random>

#include <gtest/gtest.h>

namespace whet {

namespace statistics_test {

using Draw = std::function<double(std::mt19937_64&)>;

// How often the interval holds the true median.
double coverage(const Draw& draw, double truth, size_t n, double confidence) {
  constexpr int k_trials = 4000;
  std::mt19937_64 random(20 + n);
  int held = 0;
  for (int i = 0; i < k_trials; ++i) {
    std::vector<double> values(n);
    for (double& value : values) value = draw(random);
    const auto interval = median_interval(values, confidence);
    held += interval && interval->holds(truth);
  }
  return held / static_cast<double>(k_trials);
}

TEST(Statistics, AMedianIsBetweenTheTwoInTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({40, 10, 30, 20}), 25);
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({7}), 7);
}

TEST(Statistics, QuartilesAndSpreadOfAWorkedExample) {
  const Spread found = spread({14, 10, 12, 11, 13});
  EXPECT_EQ(found.count, 5u);
  EXPECT_EQ(found.low, 10);
  EXPECT_EQ(found.first_quartile, 11);
  EXPECT_EQ(found.median, 12);
  EXPECT_EQ(found.third_quartile, 13);
  EXPECT_EQ(found.high, 14);
  EXPECT_DOUBLE_EQ(found.relative_iqr, 2.0 / 12);
  EXPECT_DOUBLE_EQ(found.mdape, 1.0 / 12);
}

TEST(Statistics, OneWildSampleMovesMeanBasedNoiseButNotThis) {
  const Spread calm = spread({10, 10.1, 9.9, 10, 10.1, 9.9, 10});
  const Spread wild = spread({10, 10.1, 9.9, 10, 10.1, 9.9, 900});
  EXPECT_DOUBLE_EQ(calm.median, wild.median);
  EXPECT_LT(wild.mdape, 0.011);
}

TEST(Statistics, TailsOfFairCoinsAreExact) {
  EXPECT_NEAR(coin_tail(8, 0), 1.0 / 256, 1e-12);
  EXPECT_NEAR(coin_tail(8, 1), 9.0 / 256, 1e-12);
  EXPECT_NEAR(coin_tail(10, 4), 386.0 / 1024, 1e-12);
  EXPECT_EQ(coin_tail(4, 4), 1);
}

TEST(Statistics, TheIntervalIsMadeOfOrderStatistics) {
  const auto eight = median_interval({8, 1, 7, 2, 6, 3, 5, 4}, 0.95);
  ASSERT_TRUE(eight);
  EXPECT_EQ(eight->low, 1);
  EXPECT_EQ(eight->high, 8);
  EXPECT_NEAR(eight->confidence, 1 - 2.0 / 256, 1e-12);
  const auto nine = median_interval({1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.95);
  ASSERT_TRUE(nine);
  EXPECT_EQ(nine->low, 2);
  EXPECT_EQ(nine->high, 8);
}

TEST(Statistics, FiveSamplesSayNothingAtNinetyFivePercent) {
  EXPECT_FALSE(median_interval({1, 2, 3, 4, 5}, 0.95));
  EXPECT_TRUE(median_interval({1, 2, 3, 4, 5, 6}, 0.95));
  EXPECT_FALSE(median_interval({}, 0.5));
}

TEST(Statistics, TheIntervalHoldsTheMedianAsOftenAsItSaysWhateverTheDistribution) {
  const std::pair<Draw, double> distributions[] = {
      {[](auto& r) { return std::normal_distribution<>(5, 2)(r); }, 5},
      {[](auto& r) { return std::lognormal_distribution<>(0, 1)(r); }, 1},
      {[](auto& r) { return std::exponential_distribution<>(1)(r); }, std::log(2.0)},
      {[](auto& r) { return std::cauchy_distribution<>(-3, 1)(r); }, -3},
      {[](auto& r) { return std::uniform_real_distribution<>(-1, 1)(r); }, 0},
      {[](auto& r) { return double(std::bernoulli_distribution(0.5)(r)) * 10 + std::normal_distribution<>()(r); }, 5}};
  for (const auto& [draw, truth] : distributions) {
    for (const size_t n : {11, 26, 52}) {
      for (const double confidence : {0.95, 0.99}) EXPECT_GE(coverage(draw, truth, n, confidence), confidence - 0.01);
    }
  }
}

TEST(Statistics, TheIntervalIsNotWiderThanItNeedsToBe) {
  const Draw normal = [](auto& r) { return std::normal_distribution<>()(r); };
  EXPECT_LE(coverage(normal, 0, 52, 0.95), 0.985);
}

TEST(Statistics, ScaleAndShiftPassThrough) {
  std::mt19937_64 random(3);
  std::vector<double> values(31), changed;
  for (double& value : values) value = std::normal_distribution<>()(random);
  for (const double value : values) changed.push_back(4 * value + 8);
  const auto before = median_interval(values, 0.95), after = median_interval(changed, 0.95);
  EXPECT_DOUBLE_EQ(after->low, 4 * before->low + 8);
  EXPECT_DOUBLE_EQ(after->high, 4 * before->high + 8);
  EXPECT_DOUBLE_EQ(median(changed), 4 * median(values) + 8);
}

TEST(Statistics, SwappingAAndBTurnsTheLogRatiosRound) {
  const std::vector<std::pair<double, double>> pairs = {{2, 1}, {3, 4}, {5, 5}, {1, 8}, {9, 2}, {7, 6}, {1, 3}};
  std::vector<std::pair<double, double>> swapped;
  for (const auto& [a, b] : pairs) swapped.emplace_back(b, a);
  const auto there = median_interval(log_ratios(pairs), 0.95), back = median_interval(log_ratios(swapped), 0.95);
  EXPECT_DOUBLE_EQ(there->low, -back->high);
  EXPECT_DOUBLE_EQ(there->high, -back->low);
  EXPECT_DOUBLE_EQ(median(log_ratios(pairs)), -median(log_ratios(swapped)));
}

TEST(Statistics, SeveralStatementsShareTheRisk) {
  EXPECT_DOUBLE_EQ(bonferroni(0.95, 5), 0.99);
  EXPECT_DOUBLE_EQ(bonferroni(0.95, 1), 0.95);
  EXPECT_DOUBLE_EQ(bonferroni(0.95, 0), 0.95);
}

}  // namespace statistics_test
}  // namespace whet
