#include "profile/measured_shares.h"

#include <gtest/gtest.h>

namespace whet {
namespace measured_shares_test {

MetricSet metrics_of(std::initializer_list<std::pair<const char*, double>> values) {
  MetricSet metrics;
  for (const auto& [name, value] : values) metrics.set(name, value, Origin::measured);
  return metrics;
}

TEST(MeasuredShares, TheTableLoads) {
  const auto table = load_resource_metrics(Knowledge());
  ASSERT_TRUE(table.ok()) << table.error().what;
  EXPECT_GE(table->size(), 12u);
}

TEST(MeasuredShares, AStreamingKernelIsBoundByDram) {
  const auto table = load_resource_metrics(Knowledge());
  const auto shares = measured_shares(metrics_of({{"dram__throughput.avg.pct_of_peak_sustained_elapsed", 92},
                                                  {"sm__inst_issued.avg.pct_of_peak_sustained_elapsed", 12}}),
                                      *table);
  ASSERT_TRUE(shares);
  EXPECT_EQ(shares->binding(), Resource::dram);
  EXPECT_GT(shares->sensitivity(Resource::dram), 0.9);
}

TEST(MeasuredShares, AProductOnTensorCoresIsBoundByThem) {
  const auto table = load_resource_metrics(Knowledge());
  const auto shares =
      measured_shares(metrics_of({{"dram__throughput.avg.pct_of_peak_sustained_elapsed", 20},
                                  {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", 85},
                                  {"sm__inst_issued.avg.pct_of_peak_sustained_elapsed", 20}}),
                      *table);
  EXPECT_EQ(shares->binding(), Resource::tensor);
}

TEST(MeasuredShares, IdleResourcesLeaveTheTimeToLatency) {
  const auto table = load_resource_metrics(Knowledge());
  const auto shares = measured_shares(metrics_of({{"dram__throughput.avg.pct_of_peak_sustained_elapsed", 8},
                                                  {"sm__inst_issued.avg.pct_of_peak_sustained_elapsed", 5}}),
                                      *table);
  EXPECT_EQ(shares->binding(), Resource::latency);
}

TEST(MeasuredShares, TooFewMetricsTellNothing) {
  const auto table = load_resource_metrics(Knowledge());
  EXPECT_FALSE(measured_shares(metrics_of({{"launch__grid_size", 8}}), *table));
  // That DRAM is idle does not tell latency from arithmetic; that it is busy tells enough.
  const char* const dram = "dram__throughput.avg.pct_of_peak_sustained_elapsed";
  EXPECT_FALSE(measured_shares(metrics_of({{dram, 5}}), *table));
  EXPECT_EQ(measured_shares(metrics_of({{dram, 90}}), *table)->binding(), Resource::dram);
}

TEST(MeasuredShares, TheThroughputOfAnSmStandsForWhatItIsMadeOf) {
  const auto table = load_resource_metrics(Knowledge());
  const auto shares = measured_shares(metrics_of({{"dram__throughput.avg.pct_of_peak_sustained_elapsed", 5},
                                                  {"sm__throughput.avg.pct_of_peak_sustained_elapsed", 92}}),
                                      *table);
  ASSERT_TRUE(shares);
  EXPECT_EQ(shares->binding(), Resource::issue);
}

TEST(MeasuredShares, WhatIsWrongInTheTableIsNamedWithItsLine) {
  const auto error_of = [](const std::string& text) {
    const auto table = parse_resource_metrics(text, "r.toml");
    return table.ok() ? std::string("read") : table.error().what + " " + table.error().where;
  };
  EXPECT_NE(error_of("[[resource]]\nkey = \"drum\"\nmetrics = [\"a\"]").find("`drum` r.toml:1"), std::string::npos);
  EXPECT_NE(error_of("[[resource]]\nkey = \"dram\"\nmetrics = [\"a\"]\nreachable = 2").find("between 0 and 1"),
            std::string::npos);
  EXPECT_NE(error_of("[[resource]]\nkey = \"dram\"").find("no metrics"), std::string::npos);
  EXPECT_NE(error_of("x = 1").find("`x`"), std::string::npos);
}

}  // namespace measured_shares_test
}  // namespace whet
