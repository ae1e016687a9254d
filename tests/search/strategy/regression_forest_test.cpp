#include "search/strategy/regression_forest.h"

#include <gtest/gtest.h>

namespace whet::search {
namespace regression_forest_test {

struct Grid {
  std::vector<Configuration> samples;
  std::vector<double> targets;
};

// The target depends on the first axis alone: low below 3, high from there on.
Grid step_at_three() {
  Grid grid;
  for (uint16_t x = 0; x < 6; ++x) {
    for (uint16_t y = 0; y < 6; ++y) {
      grid.samples.push_back({x, y});
      grid.targets.push_back(x < 3 ? 1 : 5);
    }
  }
  return grid;
}

TEST(RegressionForest, LearnsAStep) {
  const Grid grid = step_at_three();
  Random random{1};
  const RegressionForest forest(grid.samples, grid.targets, {}, random);
  EXPECT_NEAR(forest.predict(Configuration{1, 4}).mean, 1, 0.5);
  EXPECT_NEAR(forest.predict(Configuration{4, 1}).mean, 5, 0.5);
}

TEST(RegressionForest, IsSureWhereAllAgree) {
  Random random{1};
  const RegressionForest forest({{0}, {1}, {2}}, {7, 7, 7}, {}, random);
  EXPECT_EQ(forest.predict(Configuration{1}).mean, 7);
  EXPECT_EQ(forest.predict(Configuration{1}).deviation, 0);
}

TEST(RegressionForest, TakesOneSample) {
  Random random{1};
  EXPECT_EQ(RegressionForest({{3}}, {2}, {}, random).predict(Configuration{0}).mean, 2);
}

TEST(RegressionForest, IsTheSameForTheSameSeed) {
  const Grid grid = step_at_three();
  Random a{5}, b{5};
  const RegressionForest one(grid.samples, grid.targets, {}, a), two(grid.samples, grid.targets, {}, b);
  for (const Configuration& sample : grid.samples) EXPECT_EQ(one.predict(sample).mean, two.predict(sample).mean);
}

}  // namespace regression_forest_test
}  // namespace whet::search
