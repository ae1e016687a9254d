#include "profile/measured/metric_need.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace metric_need_test {

using namespace whet;
using List = std::vector<std::string>;

TEST(MetricNeed, TheFirstMetricThatTheGpuHasIsCollected) {
  const std::vector<MetricNeed> needs = {{{"a", "b", "c"}, false}, {{"d"}}, {{"e", "f"}}};
  const ChosenMetrics chosen = choose_metrics(needs, {"b", "c", "f"});
  EXPECT_EQ(chosen.names, (List{"b", "f"}));
  EXPECT_EQ(chosen.not_known, List{"d"});
  ASSERT_EQ(chosen.stand_ins.size(), 1u) << "a resource takes any of its metrics under its own name";
  EXPECT_EQ(chosen.stand_ins[0].wanted, "e");
  EXPECT_EQ(chosen.stand_ins[0].collected, "f");
}

TEST(MetricNeed, AMetricThatTwoNeedIsCollectedOnce) {
  EXPECT_EQ(choose_metrics({{{"a"}}, {{"a", "b"}}}, {"a", "b"}).names, List{"a"});
}

TEST(MetricNeed, WhatNoCounterHasIsNotAskedFor) {
  const NcuNames names = NcuNames::load(Knowledge()).value();
  const auto needs = needs_of({"launch__grid_size", "whet__branches.sum", "gpu__time_duration.sum",
                               "sm__maximum_warps_per_active_cycle_pct", "dram__bytes_read.sum"},
                              {}, names);
  EXPECT_EQ(all_names(needs), List{"dram__bytes_read.sum"});
}

TEST(MetricNeed, OneStallReasonNeedsThemAll) {
  const NcuNames names = NcuNames::load(Knowledge()).value();
  const std::string one = "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio";
  EXPECT_GT(all_names(needs_of({one}, {}, names)).size(), 15u);
  EXPECT_EQ(all_names(needs_of({"dram__bytes_read.sum"}, {}, names)).size(), 1u);
}

TEST(MetricNeed, MetricsOfTheSameMeaningAreAlternatives) {
  const NcuNames names = NcuNames::load(Knowledge()).value();
  const auto needs = needs_of({"smsp__inst_executed.sum"}, {}, names);
  ASSERT_EQ(needs.size(), 1u);
  EXPECT_EQ(needs[0].names, (List{"smsp__inst_executed.sum", "sm__inst_executed.sum"}));
}

}  // namespace metric_need_test
