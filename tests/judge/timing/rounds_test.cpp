#include "judge/timing/rounds.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "util/statistics.h"

namespace whet {

namespace rounds_test {

// Total of a time that grows steadily, per contender.
std::vector<double> drifting_sums(const std::vector<std::vector<size_t>>& orders, size_t contenders) {
  std::vector<double> sums(contenders);
  double now = 0;
  for (const auto& order : orders) {
    for (const size_t which : order) sums[which] += now++;
  }
  return sums;
}

TEST(Rounds, TwoContendersComeAsAbbaOrBaab) {
  const auto orders = round_orders(2, 52, 7);
  ASSERT_EQ(orders.size(), 52u);
  std::set<size_t> first;
  for (size_t i = 0; i < orders.size(); i += 2) {
    EXPECT_EQ(orders[i][0], orders[i + 1][1]);
    EXPECT_EQ(orders[i][1], orders[i + 1][0]);
    first.insert(orders[i][0]);
  }
  EXPECT_EQ(first.size(), 2u) << "both kinds of block come up";
}

TEST(Rounds, EachStandsInEachPlaceEquallyOften) {
  for (const size_t contenders : {2, 3, 5, 8}) {
    const auto orders = round_orders(contenders, 40, 3);
    ASSERT_EQ(orders.size() % contenders, 0u);
    std::vector<std::vector<int>> times(contenders, std::vector<int>(contenders));
    for (const auto& order : orders) {
      EXPECT_EQ(std::set<size_t>(order.begin(), order.end()).size(), contenders);
      for (size_t place = 0; place < contenders; ++place) ++times[order[place]][place];
    }
    for (const auto& of_one : times) {
      for (const int count : of_one) EXPECT_EQ(count, static_cast<int>(orders.size() / contenders));
    }
  }
}

TEST(Rounds, SteadyDriftFallsOnAllAlike) {
  const auto two = drifting_sums(round_orders(2, 52, 11), 2);
  EXPECT_EQ(two[0], two[1]);
  const auto five = drifting_sums(round_orders(5, 50, 11), 5);
  for (const double sum : five) EXPECT_EQ(sum, five[0]);
}

TEST(Rounds, WithoutBlocksDriftWouldFavourTheFirst) {
  std::vector<std::vector<size_t>> naive(52, {0, 1});
  const auto sums = drifting_sums(naive, 2);
  EXPECT_LT(sums[0], sums[1]);
}

TEST(Rounds, TheSeedDecides) {
  EXPECT_EQ(round_orders(3, 30, 5), round_orders(3, 30, 5));
  EXPECT_NE(round_orders(3, 30, 5), round_orders(3, 30, 6));
  EXPECT_TRUE(round_orders(0, 30, 5).empty());
}

}  // namespace rounds_test
}  // namespace whet
