#include "profile/time_shares.h"

#include <gtest/gtest.h>

#include <random>

namespace whet {
namespace time_shares_test {

TimeShares random_shares(std::mt19937& random) {
  std::uniform_real_distribution<double> share(0, 1);
  TimeShares shares;
  shares.exponent = 2 + 6 * share(random);
  shares.latency_exponent = 1 + 3 * share(random);
  for (const ResourceRow& row : resource_table()) {
    const bool is_used = row.resource != Resource::waiting && share(random) < 0.6;
    if (is_used) shares.set(row.resource, share(random));
  }
  shares.launch = share(random);
  return shares;
}

TEST(TimeShares, SensitivitiesAndLaunchSumToOne) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const TimeShares shares = random_shares(random);
    const double whole = shares.time_after({});
    EXPECT_NEAR(whole, 1, 1e-12);
    WorkChange nothing_left;
    nothing_left.factors.fill(0);
    double sum = shares.time_after(nothing_left);  // the launch alone
    for (const ResourceRow& row : resource_table()) sum += shares.sensitivity(row.resource);
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

TEST(TimeShares, SensitivityIsTheSlopeOfTheTime) {
  std::mt19937 random(2);
  constexpr double k_step = 1e-6;
  for (int i = 0; i < 100; ++i) {
    const TimeShares shares = random_shares(random);
    for (const ResourceRow& row : resource_table()) {
      WorkChange more;
      more.scale(row.resource, 1 + k_step);
      EXPECT_NEAR((shares.time_after(more) - 1) / k_step, shares.sensitivity(row.resource), 1e-4) << row.name;
    }
  }
}

TEST(TimeShares, LessWorkNeverTakesLonger) {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    const TimeShares shares = random_shares(random);
    for (const ResourceRow& row : resource_table()) {
      WorkChange less;
      less.scale(row.resource, 0.5);
      EXPECT_LE(shares.time_after(less), 1 + 1e-12) << row.name;
    }
  }
}

TEST(TimeShares, LatencyExplainsWhatMeasuredSharesLeave) {
  TimeShares shares;
  shares.set(Resource::dram, 0.4);
  shares.set(Resource::issue, 0.2);
  shares.launch = 0.05;
  shares.explain_rest_by_latency();
  EXPECT_GT(shares.share(Resource::latency), 0.5);
  double sum = shares.launch;
  for (const ResourceRow& row : resource_table()) sum += shares.sensitivity(row.resource);
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_EQ(shares.binding(), Resource::latency);
}

TEST(TimeShares, NothingIsLeftForLatencyWhenDramTakesTheTime) {
  TimeShares shares;
  shares.set(Resource::dram, 1);
  shares.explain_rest_by_latency();
  EXPECT_EQ(shares.share(Resource::latency), 0);
  EXPECT_EQ(shares.binding(), Resource::dram);
}

TEST(TimeShares, WaitingRulesOnlyWhereItIsLongerThanTheWork) {
  TimeShares shares;
  shares.set(Resource::dram, 0.3);
  shares.set(Resource::waiting, 1);
  EXPECT_EQ(shares.binding(), Resource::waiting);
  WorkChange no_waiting;
  no_waiting.scale(Resource::waiting, 0);
  EXPECT_NEAR(shares.time_after(no_waiting), 0.3, 1e-12);
}

TEST(Resource, NamesAreFoundAgain) {
  for (const ResourceRow& row : resource_table()) {
    ASSERT_TRUE(resource_named(row.name).has_value());
    EXPECT_EQ(*resource_named(row.name), row.resource);
    EXPECT_EQ(row_of(row.resource).name, row.name);
  }
  EXPECT_FALSE(resource_named("no such part"));
}

}  // namespace time_shares_test
}  // namespace whet
